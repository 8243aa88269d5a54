import type { Alert, Ticker } from '~/api/types';

/** Alerts with the newest price of their ticker, and the ticker; those whose ticker is not known yet are left out. */
export function withLivePrices<A extends Pick<Alert, 'symbol'>, T extends Pick<Ticker, 'symbol' | 'price'>>(
  alerts: readonly A[],
  tickers: readonly T[],
): (A & { price: number | null; ticker: T })[] {
  return alerts.flatMap((alert) => {
    const ticker = tickers.find(({ symbol }) => symbol === alert.symbol);
    return ticker ? [{ ...alert, price: ticker.price, ticker }] : [];
  });
}
