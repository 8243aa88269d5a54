/** Returns `items` with the item at `from` moved to `to`; both are zero-based and clamped. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const result = [...items];
  const [item] = result.splice(from, 1);
  if (item !== undefined) result.splice(Math.max(0, Math.min(to, result.length)), 0, item);
  return result;
}

/** The index for a row dragged to height `y` among rows with these boxes. */
export function placeAt(
  y: number,
  boxes: readonly { top: number; bottom: number }[],
  dragged: number,
): number {
  const above = boxes.filter((box, index) => index !== dragged && (box.top + box.bottom) / 2 < y);
  return above.length;
}
