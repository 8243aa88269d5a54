/** A position in a plot: fractions of its width from the left and of its height from the top. */
interface Point {
  x: number;
  y: number;
}

export interface LabelPlacement {
  side: 'left' | 'right';
  below: boolean;
}

/** All placements, in order of preference. */
const PLACEMENTS: readonly LabelPlacement[] = [
  { side: 'right', below: false },
  { side: 'right', below: true },
  { side: 'left', below: false },
  { side: 'left', below: true },
];

interface Size {
  width: number;
  height: number;
}

/** Counts the points in a box at an end of the plot. */
const countCovered = (
  points: readonly Point[],
  side: LabelPlacement['side'],
  top: number,
  { width, height }: Size,
) =>
  points.filter(
    ({ x, y }) => (side === 'left' ? x <= width : x >= 1 - width) && y >= top && y <= top + height,
  ).length;

/**
 * Returns the end and the side of a level at which a label of the given size covers the fewest points of a line. All lengths are
 * fractions of the plot; the label stays within the plot.
 */
export function levelLabelPlacement(points: readonly Point[], level: number, size: Size): LabelPlacement {
  const counts = PLACEMENTS.map(({ side, below }) => {
    const top = below ? level : level - size.height;
    return top < 0 || top + size.height > 1
      ? Number.POSITIVE_INFINITY
      : countCovered(points, side, top, size);
  });
  const fewest = Math.min(...counts);
  const best = PLACEMENTS[counts.indexOf(fewest)];
  return best && Number.isFinite(fewest) ? best : { side: 'right', below: level < 0.5 };
}

/** Returns the end of a level at which a control on the level covers fewer points of a line; the right end if both are equal. */
export function freeEnd(points: readonly Point[], level: number, size: Size): LabelPlacement['side'] {
  const coveredAt = (side: LabelPlacement['side']) =>
    countCovered(points, side, level - size.height / 2, size);
  return coveredAt('left') < coveredAt('right') ? 'left' : 'right';
}
