import type { Series } from '~/market/indicators/series';
import type { Spot } from './lineStyle';
import { axisValue, type Range } from './scale';

/** Returns the position of the i-th value of a padded series, which may extend beyond the last point. */
export function positionOf(positions: readonly number[], index: number): number {
  const last = positions.length - 1;
  return positions[index] ?? (positions[last] ?? 0) + (index - last);
}

/** Returns a value on its axis; NaN for null. */
const axisHeight = (value: number | null, range: Range): number =>
  value === null ? Number.NaN : axisValue(value, range);

/** Returns one chart.js point per value, at the same index. */
export const spotsOf = (positions: readonly number[], values: Series, range: Range): Spot[] =>
  values.map((value, index) => ({ x: positionOf(positions, index), y: axisHeight(value, range) }));

/** Updates the chart.js points that differ from the values; returns false if none did. */
export function patch(spots: Spot[], positions: readonly number[], values: Series, range: Range): boolean {
  let isChanged = spots.length !== values.length;
  if (spots.length > values.length) spots.length = values.length;
  for (const [index, value] of values.entries()) {
    const [x, y] = [positionOf(positions, index), axisHeight(value, range)];
    const spot = spots[index];
    if (spot && spot.x === x && Object.is(spot.y, y)) continue;
    if (spot) Object.assign(spot, { x, y });
    else spots.push({ x, y });
    isChanged = true;
  }
  return isChanged;
}
