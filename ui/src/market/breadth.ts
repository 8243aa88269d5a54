import { directionOf } from './format';

interface Moving {
  change24h: number | null;
  /** The absolute change, for a price below zero, which has no percentage. */
  move24h?: number | null;
}

export interface Breadth<T> {
  advancing: number;
  declining: number;
  /** The largest 24h change in either direction; undefined if none is known. */
  biggest: T | undefined;
}

/**
 * Counts advancing and declining tickers, by percent or by amount, and finds the largest move in percent. A change that
 * rounds to 0.00 is neither.
 */
export function breadth<T extends Moving>(rows: readonly T[]): Breadth<T> {
  const size = (row: T) => Math.abs(row.change24h ?? 0);
  const count = (direction: string) =>
    rows.filter((row) => directionOf(row.change24h ?? row.move24h) === direction).length;
  const known = rows.filter((row) => row.change24h !== null);
  const [first, ...rest] = known;
  return {
    advancing: count('up'),
    declining: count('down'),
    biggest: first && rest.reduce((most, row) => (size(row) > size(most) ? row : most), first),
  };
}
