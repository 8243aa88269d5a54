// Amounts in the display currency: an amount in a ticker's currency times the rate from the server (`src/web/api/shapes/display_rate.rs`).

import { DOLLARS, formatPrice, isMoney, type Quoted } from './format';
import { formatDateTime } from './time';

/** A ticker with its currency and the exchange rate to the display currency, if there is one. */
export interface Convertible extends Quoted {
  currency: string;
  displayRate: {
    currency: string;
    value: number;
    asOf: string | null;
    basis?: string | null;
    isCrossRate?: boolean;
  } | null;
}
export type DisplayRateOf = Pick<Convertible, 'displayRate'>;

/** Converts an amount to the display currency, so that amounts can be added or compared. */
export const inDisplayCurrency = (
  { displayRate }: DisplayRateOf,
  value: number | null | undefined,
): number | null => (typeof value === 'number' && displayRate ? value * displayRate.value : null);

/**
 * Returns the currency in which amounts are compared: dollars, unless another display currency is configured and its rate is
 * known.
 */
export const displayCurrencyOf = (rows: readonly DisplayRateOf[]): string =>
  rows.find(({ displayRate }) => displayRate)?.displayRate?.currency ?? DOLLARS;

/** Returns the price as a sort key: in the display currency, except for prices that are not money. */
export const comparablePrice = (ticker: Convertible, price: number | null): number | null =>
  isMoney(ticker) ? inDisplayCurrency(ticker, price) : price;

/**
 * Returns an amount in the display currency ('≈ $322.5B') and its exchange rate ('1 EUR = $1.1585, Nov 20, 2026, …'; `pair` is the rate
 * without the time). Undefined if the amount is already in the display currency or no rate is known.
 */
export function conversion(
  ticker: Convertible,
  value: number | null | undefined,
  text: (amount: number, money: { currency: string }) => string,
) {
  const { currency, displayRate } = ticker;
  const amount = inDisplayCurrency(ticker, value);
  if (!displayRate || amount === null || displayRate.currency === currency) return;
  if (!isMoney(ticker)) return;
  const rate = formatPrice(displayRate.value, rateDecimals(displayRate.value), displayRate);
  const asOf = displayRate.asOf && `, ${formatDateTime(displayRate.asOf)}`;
  const pair = `1 ${currency} = ${rate}`;
  const basis =
    displayRate.basis === 'reference' ? `, ECB ${displayRate.isCrossRate ? 'cross' : 'reference'} rate` : '';
  return { amount: `≈ ${text(amount, displayRate)}`, pair, rate: `${pair}${asOf ?? ''}${basis}` };
}

/** Returns the number of decimals for four significant digits, which suits both a yen (less than a cent) and a euro. */
const rateDecimals = (rate: number) => (rate < 0.1 ? 3 - Math.floor(Math.log10(rate)) : 4);
