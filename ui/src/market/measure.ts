import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from './displayCurrency';

/**
 * The value traded in 24 hours, in the ticker's currency at the current price; a coin's volume is already a value. Null
 * if unknown.
 */
export function tradedValue({
  type,
  price,
  volume24h,
}: Pick<TickerRow, 'type' | 'price' | 'volume24h'>): number | null {
  if (type === 'crypto' || volume24h === null) return volume24h;
  return price === null ? null : price * volume24h;
}

type Sized = Pick<TickerRow, 'type' | 'price' | 'volume24h' | 'marketCap' | 'fund' | 'displayRate'>;

/**
 * The market cap of a ticker, or the assets of a fund, in the display currency; null if that or the exchange rate is
 * unknown.
 */
export const worth = (row: Sized): number | null => inDisplayCurrency(row, row.marketCap ?? row.fund?.aum);

/** The daily traded value of a ticker, in the display currency. */
export const traded = (row: Sized): number | null => inDisplayCurrency(row, tradedValue(row));

/**
 * Returns the measure by which all `rows` are compared: market cap, or traded value if no market cap is known. The two
 * are never mixed.
 */
export const measureOf = (rows: readonly Sized[]): ((row: Sized) => number | null) =>
  rows.some((row) => (worth(row) ?? 0) > 0) ? worth : traded;

/** The number of `rows` whose size can't be compared because there is no exchange rate. */
export const withoutRate = (rows: readonly Sized[]): number =>
  rows.filter((row) => row.displayRate === null && (row.marketCap ?? row.fund?.aum ?? tradedValue(row)))
    .length;
