import type { ReactNode } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuotes } from '~/live/useQuotes';
import { formatRate, UNKNOWN } from '~/market/format';
import { NEAR_PERCENT, nearest } from '~/market/nearestAlerts';
import classes from './Alerts.module.css';
import { useAlertTickers } from './useAlertTickers';

const MONTH_MS = 30 * 86_400_000;
/** Maximum number of reports returned by the server. */
const HISTORY = 200;

/** Key figures of the page: active alerts, the nearest one that still waits, and recently fired alerts. */
export function useAlertFigures(): { label: string; value: ReactNode }[] {
  const { data: alerts } = useQuery(alertsQuery);
  const { data: reports } = useQuery(alertHistoryQuery);
  const now = useMarketNow();
  const active = alerts?.filter((alert) => alert.active) ?? [];
  const onPrices = active.filter(({ type }) => type === 'price');
  const tickers = useQuotes(useAlertTickers(onPrices).tickers);
  const first = nearest(
    onPrices.map((alert) => ({
      ...alert,
      price: tickers.find(({ symbol }) => symbol === alert.symbol)?.price ?? alert.price,
    })),
  ).find(({ isMet }) => !isMet);
  const isNear = first && first.away < NEAR_PERCENT;
  const fired = reports?.filter(({ firedAt }) => now - Date.parse(firedAt) < MONTH_MS).length ?? 0;
  return [
    { label: 'Active', value: alerts ? `${active.length} of ${alerts.length}` : UNKNOWN },
    {
      label: 'Closest to firing',
      value: first ? (
        <>
          {first.alert.symbol}{' '}
          <span className={classes.nearest} data-near={isNear || undefined}>
            {formatRate(first.away)}
          </span>
        </>
      ) : (
        UNKNOWN
      ),
    },
    { label: 'Fired, 30 days', value: reports ? `${fired}${fired >= HISTORY ? '+' : ''}` : UNKNOWN },
  ];
}
