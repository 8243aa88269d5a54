import { DOLLARS, formatPrice } from './format';

/** What has a price in a currency, and what that is worth in dollars, where a rate is followed. */
export interface Convertible {
  type: string;
  currency: string;
  dollarRate: number | null;
}

/** An amount that may be added to others, or compared with them: in dollars, by the rates that are followed. */
export const inDollars = (
  { dollarRate }: Pick<Convertible, 'dollarRate'>,
  value: number | null | undefined,
): number | null => (typeof value === 'number' && dollarRate !== null ? value * dollarRate : null);

/** A price as it is sorted among others: in dollars, but for a level or a rate, which are no money. */
export const comparablePrice = (of: Convertible, price: number | null): number | null =>
  of.type === 'index' || of.type === 'currency' ? price : inDollars(of, price);

/** '≈ $322.5B at 1.1585 dollars': what an amount of another currency is in dollars; nothing where it is in them, or no rate is known. */
export function dollarNote(
  of: Convertible,
  value: number | null | undefined,
  text: (dollars: number) => string,
) {
  const dollars = inDollars(of, value);
  if (of.currency === DOLLARS || of.type === 'index' || of.type === 'currency' || dollars === null) return;
  return {
    amount: `≈ ${text(dollars)}`,
    rate: `1 ${of.currency} = ${formatPrice(of.dollarRate, rateDecimals(of.dollarRate))}`,
  };
}

/** Four digits that say something: of a yen, which is less than a cent, as of a euro. */
const rateDecimals = (rate: number | null) => (rate && rate < 0.1 ? 3 - Math.floor(Math.log10(rate)) : 4);
