import type { Position, PriceUnit } from '~/api/types';
import { type DisplayRateOf, displayCurrencyOf } from './displayCurrency';

/** A list entry with the holding in its ticker. Prices and cost are in the ticker's currency, or in percent of par. */
export interface HeldEntry extends DisplayRateOf {
  priceUnit?: PriceUnit;
  price: number | null;
  change24h: number | null;
  previousClose: number | null;
  /** The par value if prices are in percent of it. Null if nothing is held. */
  quantity?: number | null;
  /** Average cost per unit; null if unknown. */
  cost?: number | null;
}

/** Largest rounding of the server's `change24h`, in percent. */
const CHANGE_PRECISION = 0.01;

/**
 * Returns the close that today's change is relative to. The loaded close is exact, but on a new trading day live prices arrive before
 * it is loaded again; then it is computed from price and change.
 */
export function closeBefore({
  price,
  change24h,
  previousClose,
}: Pick<HeldEntry, 'price' | 'change24h' | 'previousClose'>): number | null {
  if (price === null || change24h === null || change24h <= -100) return previousClose;
  if (previousClose !== null && previousClose > 0) {
    const change = 100 * (price / previousClose - 1);
    if (Math.abs(change - change24h) <= CHANGE_PRECISION) return previousClose;
  }
  return price / (1 + change24h / 100);
}

/** Returns the amount of money that a quantity of a ticker is worth at a price. */
export const worth = (
  { priceUnit }: Pick<HeldEntry, 'priceUnit'>,
  quantity: number,
  price: number,
): number => (priceUnit === 'percent' ? (quantity * price) / 100 : quantity * price);

/** Returns the value of the holdings; null if nothing is held or there is no price. */
export const heldValue = (entry: HeldEntry): number | null =>
  typeof entry.quantity !== 'number' || entry.price === null
    ? null
    : worth(entry, entry.quantity, entry.price);

/** Returns value minus cost; null without a cost or a price. */
export function heldGain(entry: HeldEntry): number | null {
  const { quantity, price, cost } = entry;
  return typeof quantity !== 'number' || price === null || typeof cost !== 'number'
    ? null
    : worth(entry, quantity, price - cost);
}

/** Returns the gain in percent of the cost; null without a price or a cost above zero. */
export const heldGainPercent = ({ quantity, price, cost }: HeldEntry): number | null =>
  typeof quantity !== 'number' || price === null || typeof cost !== 'number' || cost <= 0
    ? null
    : 100 * (price / cost - 1);

/** Returns the change of the value since the previous close. */
export function heldDayGain(entry: HeldEntry): number | null {
  const close = closeBefore(entry);
  return typeof entry.quantity !== 'number' || entry.price === null || close === null
    ? null
    : worth(entry, entry.quantity, entry.price - close);
}

/** Returns the value in the display currency, in which values can be compared; null if there is no rate. */
export function comparableValue(entry: HeldEntry): number | null {
  const value = heldValue(entry);
  return value === null || entry.displayRate === null ? null : value * entry.displayRate.value;
}

/** Returns the share of each entry in the total value, in percent, by the entry's id. Entries without a comparable value have none. */
export function weights(entries: readonly (HeldEntry & { id: number })[]): ReadonlyMap<number, number> {
  const values = entries.flatMap((entry) => {
    const value = comparableValue(entry);
    return value === null ? [] : [{ id: entry.id, value }];
  });
  const total = values.reduce((sum, { value }) => sum + value, 0);
  return total > 0 ? new Map(values.map(({ id, value }) => [id, (100 * value) / total])) : new Map();
}

/** The holding in one ticker in all lists. */
export interface TickerHolding {
  quantity: number;
  /** Average cost per unit; null if it is unknown for a part. */
  cost: number | null;
}

/** Adds up the holdings in one ticker; undefined if nothing is held. */
export function heldOf(positions: readonly Position[]): TickerHolding | undefined {
  const quantity = positions.reduce((total, position) => total + position.quantity, 0);
  if (quantity <= 0) return undefined;
  const paid = positions.reduce<number | null>(
    (total, { quantity: units, cost }) => (total === null || cost === null ? null : total + units * cost),
    0,
  );
  return { quantity, cost: paid === null ? null : paid / quantity };
}

/** Returns true if any entry is held. */
export const hasHoldings = (entries: readonly Pick<HeldEntry, 'quantity'>[]): boolean =>
  entries.some(({ quantity }) => typeof quantity === 'number');

/** The holdings of a list in the display currency. Sums include the entries with a known amount. */
export interface HeldTotals {
  currency: string;
  value: number;
  /** Null if no entry has a known previous close. */
  dayGain: number | null;
  /** In percent of the value at the previous close. */
  dayGainPercent: number | null;
  /** Null if no entry has a cost. */
  gain: number | null;
  gainPercent: number | null;
  /** Symbols of held entries without a price or an exchange rate. */
  unknown: readonly string[];
}

/**
 * Adds up the holdings of a list at today's exchange rates; undefined if nothing is held. The gain covers only entries with a cost, and
 * its percentage is relative to their cost.
 */
export function heldTotals(entries: readonly (HeldEntry & { symbol: string })[]): HeldTotals | undefined {
  const held = entries.filter(({ quantity }) => typeof quantity === 'number');
  if (held.length === 0) return undefined;
  const convertible = held.filter((entry) => comparableValue(entry) !== null);
  const sum = (amountOf: (entry: HeldEntry) => number | null): number | null => {
    const amounts = convertible.flatMap((entry) => {
      const amount = amountOf(entry);
      return amount === null ? [] : [amount * (entry.displayRate?.value ?? 1)];
    });
    return amounts.length > 0 ? amounts.reduce((total, amount) => total + amount, 0) : null;
  };
  const dayGain = sum(heldDayGain);
  const before = sum((entry) => {
    const close = closeBefore(entry);
    return close === null ? null : worth(entry, entry.quantity ?? 0, close);
  });
  const gain = sum(heldGain);
  const paid = sum((entry) =>
    typeof entry.cost === 'number' ? worth(entry, entry.quantity ?? 0, entry.cost) : null,
  );
  return {
    currency: displayCurrencyOf(convertible),
    value: sum(heldValue) ?? 0,
    dayGain,
    dayGainPercent: percentOf(dayGain, before),
    gain,
    gainPercent: percentOf(gain, paid),
    unknown: held.filter((entry) => !convertible.includes(entry)).map(({ symbol }) => symbol),
  };
}

const percentOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : (100 * part) / whole;
