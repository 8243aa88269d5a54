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
/**
 * Returns the position of a tick's label, which is at its grid line and only moves into the pane at its edges; null if it would touch a
 * tag or a label placed before. The grid line stays.
 */
export function placeLabel(
  tick: number,
  { tags, tag }: { tags: readonly number[]; tag: number },
  { labels, label }: { labels: readonly number[]; label: number },
  height: number,
): number | null {
  const at = within(tick, label, height);
  const isFree =
    tags.every((each) => Math.abs(each - at) >= tag * LABEL_DISTANCE) &&
    labels.every((each) => Math.abs(each - at) >= label);
  return isFree ? at : null;
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
