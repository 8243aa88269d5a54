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
 * Returns the gain over the range of points: the change of the value that money added or taken out doesn't explain. `of` reads the value,
 * or what an index would have made of the same money. Undefined without a first and a last value.
 */
export function gainOver(
  points: readonly Point[],
  of: (point: Point) => number | null = ({ value }) => value,
): RangeGain | undefined {
  const known = points.filter((point) => of(point) !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return undefined;
  const [start, end] = [of(first) ?? 0, of(last) ?? 0];
  const added = last.added - first.added;
  const amount = end - start - added;
  const base = start + Math.max(0, added);
  return { amount, percent: base > 0 ? (100 * amount) / base : null };
}
