import type { Alert, Ticker } from '~/api/types';

/** Adds the ticker and its latest price to alerts; alerts without a known ticker are left out. */
export function withLivePrices<A extends Pick<Alert, 'symbol'>, T extends Pick<Ticker, 'symbol' | 'price'>>(
  alerts: readonly A[],
  tickers: readonly T[],
): (A & { price: number | null; ticker: T })[] {
  return alerts.flatMap((alert) => {
    const ticker = tickers.find(({ symbol }) => symbol === alert.symbol);
    return ticker ? [{ ...alert, price: ticker.price, ticker }] : [];
  });
}
