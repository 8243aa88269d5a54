import type { Alert, Ticker } from '~/api/types';

/** Conditions whose limit is a price. */
const LIMITS = new Set(['above', 'below', 'crosses']);

type Limited = Pick<Alert, 'id' | 'symbol' | 'condition' | 'value'>;

/** The alerts with a price as their limit, nearest first; distances in percent of the price. */
export function nearestAlerts<A extends Limited, T extends Pick<Ticker, 'symbol' | 'price'>>(
  alerts: readonly A[],
  tickers: readonly T[],
  count: number,
): { alert: A; ticker: T; distance: number }[] {
  return alerts
    .flatMap((alert) => {
      const ticker = tickers.find(({ symbol }) => symbol === alert.symbol);
      if (!ticker?.price || alert.value === null || !LIMITS.has(alert.condition ?? '')) return [];
      return [{ alert, ticker, distance: (100 * Math.abs(alert.value - ticker.price)) / ticker.price }];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count);
}
