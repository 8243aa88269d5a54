import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { confirm } from '~/components/layer/confirmation';
import { toast } from '~/state/toasts';
import { followAll } from './followAll';
import { useCanFollow } from './useCanFollow';

/**
 * Converts typed symbols to this market's spelling. Unknown symbols are followed after one question; those that stay
 * unknown are returned in uppercase.
 */
export function useKnownSymbols(): (typed: readonly string[]) => Promise<string[]> {
  const client = useQueryClient();
  const canFollow = useCanFollow();
  return async (typed) => {
    const before = await Promise.all(typed.map(spelled));
    const unknown = typed.filter((_, index) => before[index] === undefined);
    const names = unknown.join(', ');
    const many = unknown.length > 1;
    const agreed =
      canFollow &&
      unknown.length > 0 &&
      (await confirm({
        title: many ? 'Follow these symbols' : 'Follow this symbol',
        text: `${names} ${many ? 'are' : 'is'} not followed here yet. Look ${many ? 'them' : 'it'} up and follow ${many ? 'them' : 'it'}?`,
        action: 'Follow',
      }));
    if (!agreed) return typed.map((symbol, index) => before[index] ?? symbol.toUpperCase());
    const outcomes = await followAll(unknown, () => undefined);
    const refused = outcomes.flatMap(({ reason }) => reason ?? []);
    if (refused.length > 0) toast("Couldn't follow all symbols", refused.join(' '), 'destructive');
    void client.invalidateQueries({ queryKey: ['tickers'] });
    const after = await Promise.all(typed.map((symbol, index) => before[index] ?? spelled(symbol)));
    return typed.map((symbol, index) => after[index] ?? symbol.toUpperCase());
  };
}

async function spelled(typed: string): Promise<string | undefined> {
  try {
    return (await call('get', '/api/tickers/{symbol}', { path: { symbol: typed } })).symbol;
  } catch {
    return undefined;
  }
}
