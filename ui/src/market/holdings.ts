import type { Holdings, Position, WatchlistEntry } from '~/api/types';
import { closeBefore, comparableValue, heldDayGain, heldOf, heldTotals, worth } from './heldEntry';

/**
 * The holding in a ticker, in all the lists that are shown. Amounts are in the ticker's currency; the amount paid, the currency effect
 * and the income are in the display currency. Null means unknown.
 */
export interface HeldRow extends WatchlistEntry {
  quantity: number;
  /** The amount paid, each purchase at the exchange rate of its day. */
  displayCost: number | null;
  /** The part of the gain that comes from the exchange rate. */
  currencyEffect: number | null;
  /** Dividends expected in the next 12 months. */
  income12m: number | null;
  /** The entries of the lists, at least one. */
  entries: readonly ListedEntry[];
}

/** A list entry with the id of its list. */
export interface ListedEntry extends WatchlistEntry {
  watchlistId: number;
}

/** A position with its list entry. */
interface ListedPosition {
  position: Position;
  entry: WatchlistEntry;
}

/** Adds up amounts; null if one of them is unknown. */
function sum(amounts: readonly (number | null)[]): number | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return total;
}

/** Joins positions with their list entries: one row per ticker, in the order of the positions. */
export function heldRows(positions: readonly Position[], entries: readonly WatchlistEntry[]): HeldRow[] {
  const byId = new Map(entries.map((entry) => [entry.watchlistItemId, entry]));
  const byTicker = new Map<number, ListedPosition[]>();
  for (const position of positions) {
    const entry = byId.get(position.watchlistItemId);
    if (entry) byTicker.set(entry.id, [...(byTicker.get(entry.id) ?? []), { position, entry }]);
  }
  return [...byTicker.values()].flatMap(heldRow);
}

function heldRow(held: readonly ListedPosition[]): HeldRow[] {
  const [first] = held;
  if (!first) return [];
  const positions = held.map(({ position }) => position);
  const total = (amountOf: (position: Position) => number | null) => sum(positions.map(amountOf));
  const row: HeldRow = {
    ...first.entry,
    quantity: 0,
    cost: null,
    ...heldOf(positions),
    lots: held.flatMap(({ entry }) => entry.lots),
    displayCost: total(({ displayCost }) => displayCost),
    currencyEffect: total(({ currencyEffect }) => currencyEffect),
    income12m: total(({ income12m }) => income12m),
    entries: held.map(({ entry, position }) => ({ ...entry, watchlistId: position.watchlistId })),
  };
  return [row];
}

/** Totals in the display currency; see `Holdings` of the API. */
export type HoldingTotals = Pick<
  Holdings,
  'currency' | 'value' | 'gain' | 'gainPercent' | 'dayGain' | 'dayGainPercent'
>;

/** Returns value minus the amount paid, in the display currency and with the currency effect. */
export function displayGain(row: HeldRow): number | null {
  const value = comparableValue(row);
  return value === null || row.displayCost === null ? null : value - row.displayCost;
}

/** Computes the totals from the newest prices. The gain covers the rows with a known cost. */
export function liveTotals(currency: string, rows: readonly HeldRow[]): HoldingTotals {
  const today = heldTotals(rows);
  const known = rows.filter((row) => displayGain(row) !== null);
  const gain = known.length > 0 ? sum(known.map(displayGain)) : null;
  const paid = sum(known.map(({ displayCost }) => displayCost)) ?? 0;
  return {
    currency,
    value: rows.some((row) => comparableValue(row) !== null) ? (today?.value ?? null) : null,
    gain,
    gainPercent: gain === null || paid <= 0 ? null : (100 * gain) / paid,
    dayGain: today?.dayGain ?? null,
    dayGainPercent: today?.dayGainPercent ?? null,
  };
}

/** A row's contribution to today's gain. */
export interface Contribution {
  row: HeldRow;
  /** In the display currency. */
  amount: number;
  /** In percent of the value of all rows at the previous close. */
  percent: number | null;
}

/** Returns the contribution of each row to today's gain, largest first. Rows without a known change are omitted. */
export function contributions(rows: readonly HeldRow[]): Contribution[] {
  const parts = rows.flatMap((row) => {
    const [gain, close, rate] = [heldDayGain(row), closeBefore(row), row.displayRate?.value];
    if (gain === null || close === null || rate === undefined) return [];
    return [{ row, amount: gain * rate, before: worth(row, row.quantity, close) * rate }];
  });
  const before = parts.reduce((total, part) => total + part.before, 0);
  return parts
    .map(({ row, amount }) => ({ row, amount, percent: before > 0 ? (100 * amount) / before : null }))
    .sort((a, b) => b.amount - a.amount);
}
