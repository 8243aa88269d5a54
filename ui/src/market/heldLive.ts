import type { Holdings, Position } from '~/api/types';
import { comparableValue, type HeldEntry, type HeldTotals, heldTotals } from './heldEntry';

type Entry = HeldEntry & { symbol: string; watchlistItemId: number };

/** What is held of one ticker in all lists. */
export interface Held {
  quantity: number;
  /** Average cost per unit; null if it is unknown for a part. */
  cost: number | null;
}

/** Adds up what is held of one ticker; undefined if nothing is. */
export function heldOf(positions: readonly Position[]): Held | undefined {
  const quantity = positions.reduce((total, position) => total + position.quantity, 0);
  if (quantity <= 0) return undefined;
  const paid = positions.reduce<number | null>(
    (total, { quantity: units, cost }) => (total === null || cost === null ? null : total + units * cost),
    0,
  );
  return { quantity, cost: paid === null ? null : paid / quantity };
}

/** Returns the totals as the server computed them; undefined if nothing is held. */
export function loadedTotals(holdings: Holdings): HeldTotals | undefined {
  if (holdings.positions.length === 0) return undefined;
  const { currency, value, dayGain, dayGainPercent, gain, gainPercent, withoutValue } = holdings;
  return { currency, value: value ?? 0, dayGain, dayGainPercent, gain, gainPercent, unknown: withoutValue };
}

/**
 * Returns the totals of holdings at the newest prices, which `entries` have. What was paid comes from the server, which knows the exchange
 * rates of the days of purchase.
 */
export function liveTotals(holdings: Holdings, entries: readonly Entry[]): HeldTotals | undefined {
  const byItem = new Map(entries.map((entry) => [entry.watchlistItemId, entry]));
  const held = holdings.positions.map((position) => ({
    position,
    entry: byItem.get(position.watchlistItemId),
  }));
  const live = heldTotals(held.flatMap(({ entry }) => entry ?? []));
  if (!live || held.some(({ entry }) => !entry)) return loadedTotals(holdings);
  const known = held.flatMap(({ position: { displayCost }, entry }) => {
    const value = entry ? comparableValue(entry) : null;
    return value === null || displayCost === null ? [] : [{ gain: value - displayCost, paid: displayCost }];
  });
  const gain = known.length > 0 ? known.reduce((total, each) => total + each.gain, 0) : null;
  const paid = known.reduce((total, each) => total + each.paid, 0);
  const gainPercent = gain === null || paid <= 0 ? null : (100 * gain) / paid;
  return { ...live, currency: holdings.currency, gain, gainPercent };
}
