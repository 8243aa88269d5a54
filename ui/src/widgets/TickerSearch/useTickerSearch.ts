import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { tickerSearchQuery } from '~/api/queries';
import type { TickerHit } from '~/api/types';
import { useQuery } from '~/api/useQuery';

const DEBOUNCE_MS = 300;
/** How long Enter waits for a search that is on its way before it takes the text as it is. */
const BEST_MATCH_TIMEOUT_MS = 1000;

export interface TickerSearchResult {
  hits: readonly TickerHit[];
  loading: boolean;
  /** The answer for the present input has come. */
  settled: boolean;
  failed: boolean;
}

/**
 * Tickers that match the trimmed input, asked for 300 ms after the last keystroke and from `shortest`
 * characters on. Another input takes the answer on its way back; what is shown is never of an earlier one.
 */
export function useTickerSearch(input: string, shortest: number): TickerSearchResult {
  const text = input.trim();
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS);
  const wanted = text.length >= shortest;
  const { data, isError } = useQuery({ ...tickerSearchQuery(text), enabled: wanted && debounced === text });
  const settled = wanted && data !== undefined;
  const failed = wanted && isError;
  return { hits: settled ? data : [], loading: wanted && !settled && !failed, settled, failed };
}

/**
 * The symbol that a text leads to: the best match, in the case in which it was typed where it is that symbol; else the text. The
 * server knows every spelling of a symbol, and that 'dow' means the index.
 */
export function bestSymbol(text: string, hits: readonly TickerHit[]): string {
  const best = hits[0]?.symbol;
  return best === undefined || best.toUpperCase() === text.toUpperCase() ? text : best;
}

/** What the server finds, for an Enter that comes before the answer; nothing when it does not answer within a second. */
export function useHits(): (text: string) => Promise<readonly TickerHit[]> {
  const client = useQueryClient();
  return (text) => {
    const timeout = new Promise<readonly TickerHit[]>((resolve) =>
      setTimeout(() => resolve([]), BEST_MATCH_TIMEOUT_MS),
    );
    const hits = client.fetchQuery(tickerSearchQuery(text)).catch((): readonly TickerHit[] => []);
    return Promise.race([hits, timeout]);
  };
}
