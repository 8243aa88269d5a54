import type { Ticker } from '~/api/types';
import { DOLLARS, formatNumber, formatOverviewPrice, formatPlainPrice, type Quoted } from '~/market/format';

type Priced = Pick<Ticker, 'type' | 'symbol' | 'currency' | 'decimals'> & Pick<Quoted, 'priceUnit'>;

/** A price in a row: dollars without the currency sign, other currencies with it. */
export function rowPrice(ticker: Priced, price: number | null): string {
  if (ticker.currency !== DOLLARS || ticker.priceUnit === 'percent')
    return formatOverviewPrice(ticker, price);
  const isWhole = ticker.symbol === 'BTC' || ticker.symbol === 'ETH';
  return isWhole ? formatNumber(price, 0) : formatPlainPrice(price, ticker);
}

/** The name of a row and its second line. */
export function rowName({ type, symbol, name }: Pick<Ticker, 'type' | 'symbol' | 'name'>): [string, string] {
  if (type === 'commodity') return [name, `Futures, ${symbol}`];
  if (type === 'index') return [name, 'Index'];
  return [symbol, name];
}
