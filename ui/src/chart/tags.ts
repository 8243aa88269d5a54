// Positions of tags and labels on a value axis, in px from the top of the pane.

/** Limits the middle of an element `size` high so that it stays within the pane. */
export const within = (middle: number, size: number, height: number): number =>
  Math.min(height - size / 2, Math.max(size / 2, middle));

/** Returns the position nearest to `preferred` at which a tag of height `tag` does not overlap others. */
export function placeTag(others: readonly number[], preferred: number, tag: number, height: number): number {
  const adjacent = others.flatMap((other) => [other - tag, other + tag]);
  const positions = [preferred, ...adjacent].map((position) => within(position, tag, height));
  const free = positions.filter((position) => others.every((other) => Math.abs(position - other) >= tag));
  const distance = (position: number) => Math.abs(position - preferred);
  return free.sort((a, b) => distance(a) - distance(b))[0] ?? within(preferred, tag, height);
}

/** The distance from a tag at which a label no longer touches it, as a fraction of the tag's height. */
const LABEL_DISTANCE = 0.82;
/** More than a rounding error, and less than one can see, in px. */
const ROUNDING = 0.01;

/**
 * Returns the position nearest to a tick at which its label touches neither tags nor the labels placed before; null if that is more than
 * the height of a label away.
 */
export function placeLabel(
  tick: number,
  { tags, tag }: { tags: readonly number[]; tag: number },
  { labels, label }: { labels: readonly number[]; label: number },
  height: number,
): number | null {
  const distance = tag * LABEL_DISTANCE;
  const edges = tags.flatMap((each) => [each - distance, each + distance]);
  const isFree = (at: number) =>
    at === within(at, label, height) &&
    tags.every((each) => Math.abs(each - at) > distance - ROUNDING) &&
    labels.every((each) => Math.abs(each - at) >= label);
  const free = [within(tick, label, height), ...edges].filter(isFree);
  const nearest = free.sort((a, b) => Math.abs(a - tick) - Math.abs(b - tick))[0];
  return nearest !== undefined && Math.abs(nearest - tick) <= label ? nearest : null;
}

/** Moves tags of one size apart as little as needed, keeping their order and staying within the pane. */
export function moveApart(middles: readonly number[], tag: number, height: number): number[] {
  const order = middles.map((_, index) => index).sort((a, b) => (middles[a] ?? 0) - (middles[b] ?? 0));
  const result = middles.map((middle) => within(middle, tag, height));
  const positionAt = (rank: number) => result[order[rank] as number] as number;
  for (let rank = 1; rank < order.length; rank++)
    result[order[rank] as number] = Math.max(positionAt(rank), positionAt(rank - 1) + tag);
  const maxAt = (rank: number) => height - tag / 2 - (order.length - 1 - rank) * tag;
  for (let rank = order.length - 1; rank >= 0; rank--) {
    const limit = rank === order.length - 1 ? maxAt(rank) : Math.min(maxAt(rank), positionAt(rank + 1) - tag);
    result[order[rank] as number] = Math.min(positionAt(rank), limit);
  }
  return result;
}
