import type { HoldingsHistory } from '~/api/types';

type Point = HoldingsHistory['points'][number];

/** A gain over a range. */
export interface RangeGain {
  /** In the display currency. */
  amount: number;
  /** In percent of the value at the start and the money added since; null if there was none. */
  percent: number | null;
}

/**
 * Returns the gain over the range of points: the last value minus the first one and the money added in between. `select` selects the
 * value of the holdings, or that of the same money invested in an index. Undefined with fewer than two known values.
 */
export function gainOver(
  points: readonly Point[],
  select: (point: Point) => number | null = ({ value }) => value,
): RangeGain | undefined {
  const known = points.filter((point) => select(point) !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return undefined;
  const [start, end] = [select(first) ?? 0, select(last) ?? 0];
  const added = last.added - first.added;
  const amount = end - start - added;
  const base = start + Math.max(0, added);
  return { amount, percent: base > 0 ? (100 * amount) / base : null };
}
