import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { confirm } from '~/components/layer/confirmation';
import { toast } from '~/state/toasts';
import { followAll } from './followAll';
import { useCanFollow } from './useCanFollow';

/**
 * Converts typed symbols to this market's spelling. Unknown symbols are followed if the user confirms; symbols that are still unknown
 * afterwards are returned in uppercase.
 */
export function useKnownSymbols(): (input: readonly string[]) => Promise<string[]> {
  const client = useQueryClient();
  const canFollow = useCanFollow();
  return async (input) => {
    const resolved = await Promise.all(input.map(spelled));
    const unknown = input.filter((_, index) => resolved[index] === undefined);
    const names = unknown.join(', ');
    const hasSeveral = unknown.length > 1;
    const agreed =
      canFollow &&
      unknown.length > 0 &&
      (await confirm({
        title: hasSeveral ? 'Follow these symbols' : 'Follow this symbol',
        text: `${names} ${hasSeveral ? 'are' : 'is'} not followed here yet. Look ${hasSeveral ? 'them' : 'it'} up and follow ${hasSeveral ? 'them' : 'it'}?`,
        action: 'Follow',
      }));
    if (!agreed) return input.map((symbol, index) => resolved[index] ?? symbol.toUpperCase());
    const outcomes = await followAll(unknown, () => undefined);
    const errors = outcomes.flatMap(({ reason }) => reason ?? []);
    if (errors.length > 0) toast("Couldn't follow all symbols", errors.join(' '), 'destructive');
    void client.invalidateQueries({ queryKey: ['tickers'] });
    const resolvedAfter = await Promise.all(input.map((symbol, index) => resolved[index] ?? spelled(symbol)));
    return input.map((symbol, index) => resolvedAfter[index] ?? symbol.toUpperCase());
  };
}

async function spelled(input: string): Promise<string | undefined> {
  try {
    return (await call('get', '/api/tickers/{symbol}', { path: { symbol: input } })).symbol;
  } catch {
    return undefined;
  }
}
