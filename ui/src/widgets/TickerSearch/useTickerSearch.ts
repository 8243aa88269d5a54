import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/client';
import { tickerSearchQuery } from '~/api/queries';
import type { TickerHit } from '~/api/types';
import { useQuery } from '~/api/useQuery';

const DEBOUNCE_MS = 300;
/** How long Enter waits for pending search results before it uses the text as typed. */
const BEST_MATCH_TIMEOUT_MS = 1000;

export interface TickerSearchResult {
  hits: readonly TickerHit[];
  loading: boolean;
  /** The results for the current input have arrived. */
  settled: boolean;
  failed: boolean;
  /** Why the text can't be searched: an ISIN with a wrong check digit, for example. */
  reason: string | null;
}

const BAD_REQUEST = 400;

/**
 * Tickers that match the trimmed input, queried 300 ms after the last keystroke and from `minLength` characters on.
 * Outdated results are discarded.
 */
export function useTickerSearch(input: string, minLength: number): TickerSearchResult {
  const text = input.trim();
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS);
  const isLongEnough = text.length >= minLength;
  const { data, isError, error } = useQuery({
    ...tickerSearchQuery(text),
    enabled: isLongEnough && debounced === text,
  });
  const reason = error instanceof ApiError && error.status === BAD_REQUEST ? error.detail : null;
  const settled = isLongEnough && data !== undefined;
  const failed = isLongEnough && isError;
  return {
    hits: settled ? data : [],
    loading: isLongEnough && !settled && !failed,
    settled,
    failed,
    reason: failed ? reason : null,
  };
}

/**
 * The symbol to open for a search text: the best match, in the typed spelling if it is the same symbol; the text itself if nothing
 * matches. The server knows all spellings, and that 'dow' means the index.
 */
export function bestSymbol(text: string, hits: readonly TickerHit[]): string {
  const best = hits[0]?.symbol;
  return best === undefined || best.toUpperCase() === text.toUpperCase() ? text : best;
}

/** Search results for an Enter before they have arrived; empty if the server takes longer than a second. */
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
