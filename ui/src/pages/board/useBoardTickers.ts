import { tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useQuotes } from '~/live/useQuotes';

/** What does not tick (a name, the day's low and high) is asked for again after this time. */
const RENEW_MS = 60_000;

/** The tickers of a tile with their newest prices, those that are known by now, in the order of their symbols. */
export function useBoardTickers(symbols: readonly string[]): readonly TickerDetail[] {
  const loaded = useQueries({
    queries: symbols.map((symbol) => ({ ...tickerQuery(symbol), refetchInterval: RENEW_MS })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  return useQuotes(loaded);
}
