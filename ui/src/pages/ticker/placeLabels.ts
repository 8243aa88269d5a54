/** A label below a mark. In px, 0 at the left edge. */
interface Label {
  mark: number;
  width: number;
}

/**
 * Returns the centers of labels in one row: each below its mark, moved only as far as neighbors and edges require, in
 * the given order. Undefined if they don't fit in one row.
 */
export function placeLabels(labels: readonly Label[], rowWidth: number, gap: number): number[] | undefined {
  const widths = labels.map(({ width }) => width);
  const total = widths.reduce((sum, width) => sum + width, 0) + gap * (labels.length - 1);
  if (total > rowWidth) return undefined;
  // The centers of the labels if all are pushed to the left. Labels keep their order if their shifts from there increase.
  const pushed = widths.map((width, index) => {
    const before = widths.slice(0, index).reduce((sum, each) => sum + each + gap, 0);
    return before + width / 2;
  });
  // Colliding neighbors move together, to the mean of their preferred positions (least squares, pool adjacent
  // violators).
  const blocks: { sum: number; count: number }[] = [];
  for (const [index, { mark }] of labels.entries()) {
    let block = { sum: mark - (pushed[index] ?? 0), count: 1 };
    for (
      let last = blocks.at(-1);
      last && last.sum / last.count > block.sum / block.count;
      last = blocks.at(-1)
    ) {
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  const adjusted = blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  return adjusted.map(
    (shift, index) => (pushed[index] ?? 0) + Math.min(rowWidth - total, Math.max(0, shift)),
  );
}
