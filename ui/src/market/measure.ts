import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from './displayCurrency';

/**
 * What was traded in 24 hours, in the ticker's currency, at the price of now: a coin's volume is its value already. null
 * where it is unknown.
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

/** What a ticker, or all units of a fund, are worth, in the display currency; null where that or the rate is unknown. */
export const worth = (row: Sized): number | null => inDisplayCurrency(row, row.marketCap ?? row.fund?.aum);

/** What is traded of a ticker in a day, in the display currency. */
export const traded = (row: Sized): number | null => inDisplayCurrency(row, tradedValue(row));

/**
 * The one measure by which all of `rows` are compared: what they are worth, or what is traded of them where no worth is
 * known of any. A worth and a day's turnover are never compared with each other.
 */
export const measureOf = (rows: readonly Sized[]): ((row: Sized) => number | null) =>
  rows.some((row) => (worth(row) ?? 0) > 0) ? worth : traded;

/** How many of `rows` have a size that cannot be compared, because no rate of their currency is known. */
export const withoutRate = (rows: readonly Sized[]): number =>
  rows.filter((row) => row.displayRate === null && (row.marketCap ?? row.fund?.aum ?? tradedValue(row)))
    .length;
