/** Positions of tags and labels on an axis. All in px of one pane, 0 at its top. */

/** Limits the middle of an element `size` high so that it stays within the pane. */
export const within = (middle: number, size: number, height: number): number =>
  Math.min(height - size / 2, Math.max(size / 2, middle));

/** Returns the nearest position to `wanted` at which a tag does not overlap others. */
export function placeTag(others: readonly number[], wanted: number, tag: number, height: number): number {
  const beside = others.flatMap((other) => [other - tag, other + tag]);
  const positions = [wanted, ...beside].map((place) => within(place, tag, height));
  const free = positions.filter((place) => others.every((other) => Math.abs(place - other) >= tag));
  const distance = (place: number) => Math.abs(place - wanted);
  return free.sort((a, b) => distance(a) - distance(b))[0] ?? within(wanted, tag, height);
}

/** Returns true if a tick's label does not overlap a tag. */
export function isFree(tick: number, tags: readonly number[], tag: number): boolean {
  return tags.every((each) => Math.abs(each - tick) > tag * 0.85);
}

/** Moves tags of one size apart as little as needed, keeping their order and staying within the pane. */
export function spread(middles: readonly number[], tag: number, height: number): number[] {
  const order = middles.map((_, index) => index).sort((a, b) => (middles[a] ?? 0) - (middles[b] ?? 0));
  const placed = middles.map((middle) => within(middle, tag, height));
  const at = (place: number) => placed[order[place] as number] as number;
  for (let place = 1; place < order.length; place++)
    placed[order[place] as number] = Math.max(at(place), at(place - 1) + tag);
  const least = (place: number) => height - tag / 2 - (order.length - 1 - place) * tag;
  for (let place = order.length - 1; place >= 0; place--) {
    const below = place === order.length - 1 ? least(place) : Math.min(least(place), at(place + 1) - tag);
    placed[order[place] as number] = Math.min(at(place), below);
  }
  return placed;
}
