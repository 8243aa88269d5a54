import type { Series } from '~/market/indicators/series';
import type { Spot } from './lineStyle';
import { axisValue, type Range } from './scale';

/** Where the i-th value of a padded series stands; a cloud goes on beyond the last point. */
export function placeOf(places: readonly number[], index: number): number {
  const last = places.length - 1;
  return places[index] ?? (places[last] ?? 0) + (index - last);
}

/** Height of a value on its axis; not a number where there is none. */
const heightOf = (value: number | null, range: Range): number =>
  value === null ? Number.NaN : axisValue(value, range);

/** A spot per value, at the same index, so that one that changes can be found again. */
export const spotsOf = (places: readonly number[], values: Series, range: Range): Spot[] =>
  values.map((value, index) => ({ x: placeOf(places, index), y: heightOf(value, range) }));

/** Makes spots those of new values, and touches only what differs; false when nothing does. */
export function patch(spots: Spot[], places: readonly number[], values: Series, range: Range): boolean {
  let changed = spots.length !== values.length;
  if (spots.length > values.length) spots.length = values.length;
  for (const [index, value] of values.entries()) {
    const [x, y] = [placeOf(places, index), heightOf(value, range)];
    const spot = spots[index];
    if (spot && spot.x === x && Object.is(spot.y, y)) continue;
    if (spot) Object.assign(spot, { x, y });
    else spots.push({ x, y });
    changed = true;
  }
  return changed;
}
