/** Height of a grid row at 1080p and the gap between rows, in rem. */
const ROW = 7.367;
const GAP = 0.75;
/** Height of a tile's padding, border and title, in rem. */
const EDGES = 3.9;

/** The number of rows, each at least `minRowHeight` rem high, that fit into a tile of `height` grid rows. */
export function visibleRowCount(height: number, minRowHeight: number): number {
  const availableHeight = height * ROW + (height - 1) * GAP - EDGES;
  return Math.max(1, Math.floor(availableHeight / minRowHeight));
}
