import { tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useQuotes } from '~/live/useQuotes';

/** Refetch interval of fields that aren't live: name, daily low and high. */
const REFETCH_MS = 60_000;

/** The loaded tickers of a tile with live prices, in the order of their symbols. */
export function useBoardTickers(symbols: readonly string[]): readonly TickerDetail[] {
  const loaded = useQueries({
    queries: symbols.map((symbol) => ({ ...tickerQuery(symbol), refetchInterval: REFETCH_MS })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useQuotes(loaded);
}
