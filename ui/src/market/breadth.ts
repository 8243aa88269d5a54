import { directionOf } from './format';

interface WithChange {
  change24h: number | null;
  /** The absolute change, for a price below zero, which has no percentage. */
  move24h?: number | null;
}

export interface Breadth<T> {
  advancing: number;
  declining: number;
  /** The largest 24h change in either direction; undefined if no change is known. */
  biggest: T | undefined;
}

/**
 * Counts advancing and declining tickers, by percent or by amount, and finds the largest change in percent. A change that
 * rounds to 0.00 counts as neither.
 */
export function breadth<T extends WithChange>(rows: readonly T[]): Breadth<T> {
  const size = (row: T) => Math.abs(row.change24h ?? 0);
  const count = (direction: string) =>
    rows.filter((row) => directionOf(row.change24h ?? row.move24h) === direction).length;
  const withPercent = rows.filter((row) => row.change24h !== null);
  const [first, ...rest] = withPercent;
  return {
    advancing: count('up'),
    declining: count('down'),
    biggest: first && rest.reduce((largest, row) => (size(row) > size(largest) ? row : largest), first),
  };
}
