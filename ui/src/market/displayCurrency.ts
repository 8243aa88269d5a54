import { DOLLARS, formatPrice } from './format';
import { formatDateTime } from './time';

/** What has a price in a currency, and what one unit of it is worth in the display currency, where a rate is followed. */
export interface Convertible {
  type: string;
  currency: string;
  displayRate: { currency: string; value: number; asOf: string | null } | null;
}
type Rated = Pick<Convertible, 'displayRate'>;

/** An amount that may be added to others, or compared with them: in the display currency, by the rates that are followed. */
export const inDisplayCurrency = ({ displayRate }: Rated, value: number | null | undefined): number | null =>
  typeof value === 'number' && displayRate ? value * displayRate.value : null;

/** What amounts of these are compared in: dollars unless another display currency is configured and its rate is known. */
export const displayCurrencyOf = (rows: readonly Rated[]): string =>
  rows.find(({ displayRate }) => displayRate)?.displayRate?.currency ?? DOLLARS;

/** A price as it is sorted among others: in the display currency, but for a level or a rate, which are no money. */
export const comparablePrice = (of: Convertible, price: number | null): number | null =>
  of.type === 'index' || of.type === 'currency' ? price : inDisplayCurrency(of, price);

/**
 * '≈ $322.5B' and '1 EUR = $1.1585, Nov 20, 2026, …': what an amount of another currency is in the display currency, by
 * which rate (`pair`: without its time); nothing where it is in that already, or no rate is known.
 */
export function conversion(
  of: Convertible,
  value: number | null | undefined,
  text: (amount: number, money: { currency: string }) => string,
) {
  const { type, currency, displayRate } = of;
  const amount = inDisplayCurrency(of, value);
  if (!displayRate || amount === null || displayRate.currency === currency) return;
  if (type === 'index' || type === 'currency') return;
  const rate = formatPrice(displayRate.value, rateDecimals(displayRate.value), displayRate);
  const asOf = displayRate.asOf && `, ${formatDateTime(displayRate.asOf)}`;
  const pair = `1 ${currency} = ${rate}`;
  return { amount: `≈ ${text(amount, displayRate)}`, pair, rate: `${pair}${asOf ?? ''}` };
}

/** Four digits that say something: of a yen, which is less than a cent, as of a euro. */
const rateDecimals = (rate: number) => (rate < 0.1 ? 3 - Math.floor(Math.log10(rate)) : 4);
