import { tickerQuery, watchlistTickersQuery } from '~/api/queries';
import type { Alert, TickerDetail, WatchlistTickers } from '~/api/types';
import { useQueries } from '~/api/useQueries';

/** The tickers of alerts without duplicates, and whether some are still loading. */
export function useAlertTickers(alerts: readonly Pick<Alert, 'symbol'>[]) {
  const symbols = [...new Set(alerts.flatMap(({ symbol }) => symbol || []))];
  return useQueries({
    queries: symbols.map((symbol) => tickerQuery(symbol)),
    combine: (answers) => ({
      tickers: answers.flatMap(({ data }): TickerDetail[] => (data ? [data] : [])),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  });
}

/** The contents of lists used by alerts, without duplicates, and whether some are still loading. */
export function useAlertLists(alerts: readonly Pick<Alert, 'list'>[]) {
  const lists = [...new Set(alerts.flatMap(({ list }) => list?.id ?? []))];
  return useQueries({
    queries: lists.map((id) => watchlistTickersQuery(id)),
    combine: (answers) => ({
      lists: answers.flatMap(({ data }): WatchlistTickers[] => (data ? [data] : [])),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  });
}
