import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from './displayCurrency';

/**
 * Returns the value traded in 24 hours, in the ticker's currency at the current price; null if unknown. A coin's volume is already
 * a value.
 */
export function tradedValue({
  type,
  price,
  volume24h,
}: Pick<TickerRow, 'type' | 'price' | 'volume24h'>): number | null {
  if (type === 'crypto' || volume24h === null) return volume24h;
  return price === null ? null : price * volume24h;
}

type SizedRow = Pick<TickerRow, 'type' | 'price' | 'volume24h' | 'marketCap' | 'fund' | 'displayRate'>;

/**
 * Returns the market cap of a ticker, or the assets of a fund, in the display currency; null if the value or the exchange rate is
 * unknown.
 */
export const worth = (row: SizedRow): number | null => inDisplayCurrency(row, row.marketCap ?? row.fund?.aum);

/** Returns the daily traded value of a ticker, in the display currency. */
export const traded = (row: SizedRow): number | null => inDisplayCurrency(row, tradedValue(row));

/**
 * Returns the measure by which all `rows` are compared: market cap, or traded value if no market cap is known. The two
 * are never mixed.
 */
export const measureOf = (rows: readonly SizedRow[]): ((row: SizedRow) => number | null) =>
  rows.some((row) => (worth(row) ?? 0) > 0) ? worth : traded;

/** Returns the number of rows that can't be compared by size because there is no exchange rate. */
export const countWithoutRate = (rows: readonly SizedRow[]): number =>
  rows.filter((row) => row.displayRate === null && (row.marketCap ?? row.fund?.aum ?? tradedValue(row)))
    .length;

/** Returns by how many percent a price is above a reference; null unless both are above zero. */
export function percentApart(price: number | null, reference: number | null): number | null {
  return price !== null && reference !== null && price > 0 && reference > 0
    ? 100 * (price / reference - 1)
    : null;
}
