import { DOLLARS, formatPrice } from './format';
import { formatDateTime } from './time';

/** Something with a price in a currency, and the exchange rate to the display currency if there is one. */
export interface Convertible {
  type: string;
  currency: string;
  displayRate: { currency: string; value: number; asOf: string | null } | null;
}
type Rated = Pick<Convertible, 'displayRate'>;

/** Converts an amount to the display currency, so that amounts can be added or compared. */
export const inDisplayCurrency = ({ displayRate }: Rated, value: number | null | undefined): number | null =>
  typeof value === 'number' && displayRate ? value * displayRate.value : null;

/**
 * The currency in which these amounts are compared: dollars, unless another display currency is configured and its rate
 * is known.
 */
export const displayCurrencyOf = (rows: readonly Rated[]): string =>
  rows.find(({ displayRate }) => displayRate)?.displayRate?.currency ?? DOLLARS;

/** The price as a sort key: in the display currency, except for index levels and rates, which are not money. */
export const comparablePrice = (of: Convertible, price: number | null): number | null =>
  of.type === 'index' || of.type === 'currency' ? price : inDisplayCurrency(of, price);

/**
 * Returns '≈ $322.5B' and '1 EUR = $1.1585, Nov 20, 2026, …': an amount in the display currency and its exchange rate
 * (`pair`: without the time). Undefined if it is already in the display currency or no rate is known.
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

/** Four significant digits, for a yen (less than a cent) as well as a euro. */
const rateDecimals = (rate: number) => (rate < 0.1 ? 3 - Math.floor(Math.log10(rate)) : 4);
