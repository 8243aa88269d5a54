import { useQueries } from '@tanstack/react-query';
import { tickerQuery } from '~/api/queries';
import type { Alert, TickerDetail } from '~/api/types';

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
