import { tickerQuery, watchlistTickersQuery } from '~/api/queries';
import type { Alert, TickerDetail, WatchlistTickers } from '~/api/types';
import { useQueries } from '~/api/useQueries';

/** The tickers of alerts, each asked for once, and whether some are still on their way. */
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

/** What the lists hold that alerts are over, each asked for once, and whether some are still on their way. */
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
