import type { Range } from './scale';

/** Places in percent of a pane, 0 at its top or left. */
export function fromTop(value: number, { low, high }: Range): number {
  return (100 * (high - value)) / (high - low);
}

/** Height of a 22 px tag in percent of the 320 px plot. */
export const TAG = (100 * 22) / 320;

const inside = (place: number) => Math.min(100, Math.max(0, place));

/** The crosshair's tag, moved off the last price's tag when they would collide. */
export function partTags(last: number, crosshair: number): number {
  const distance = crosshair - last;
  if (Math.abs(distance) >= TAG) return inside(crosshair);
  const away = distance < 0 || (distance === 0 && last > 50) ? -TAG : TAG;
  const moved = last + away;
  return moved < 0 || moved > 100 ? last - away : moved;
}

/** Whether a tick's label stays readable beside the tags. */
export function isFree(tick: number, tags: readonly number[]): boolean {
  return tags.every((tag) => Math.abs(tag - tick) > TAG * 0.85);
}
