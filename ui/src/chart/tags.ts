/** Where tags and labels of an axis stand beside one another. All in px of one pane, 0 at its top. */

/** Keeps something `size` high, placed by its middle, within a pane. */
export const within = (middle: number, size: number, height: number): number =>
  Math.min(height - size / 2, Math.max(size / 2, middle));

/** The crosshair's tag, moved off another tag when they would collide. */
export function partTags(other: number, crosshair: number, tag: number, height: number): number {
  const distance = crosshair - other;
  if (Math.abs(distance) >= tag) return within(crosshair, tag, height);
  const away = distance < 0 || (distance === 0 && other > height / 2) ? -tag : tag;
  const moved = other + away;
  return moved < tag / 2 || moved > height - tag / 2 ? other - away : moved;
}

/** Whether a tick's label stays readable beside the tags. */
export function isFree(tick: number, tags: readonly number[], tag: number): boolean {
  return tags.every((each) => Math.abs(each - tick) > tag * 0.85);
}
