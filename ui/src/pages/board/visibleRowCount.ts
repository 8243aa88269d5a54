/** A column's row of the grid at 1080p, and the gap between two, in rem. */
const ROW = 7.367;
const GAP = 0.75;
/** What a tile's padding, border and title take. */
const EDGES = 3.9;

/** How many rows that are at least `least` rem high fit into a tile that is `height` rows of the grid high. */
export function visibleRowCount(height: number, least: number): number {
  const room = height * ROW + (height - 1) * GAP - EDGES;
  return Math.max(1, Math.floor(room / least));
}
