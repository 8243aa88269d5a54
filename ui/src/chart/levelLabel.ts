/** A position in a plot, as shares of its width from the left and of its height from the top. */
interface Point {
  x: number;
  y: number;
}

export interface LabelPlacement {
  side: 'left' | 'right';
  below: boolean;
}

/** In order of preference. */
const PLACES: readonly LabelPlacement[] = [
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
const covered = (
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
 * shares of the plot; the label stays within the plot.
 */
export function levelLabelPlacement(points: readonly Point[], level: number, size: Size): LabelPlacement {
  const counts = PLACES.map(({ side, below }) => {
    const top = below ? level : level - size.height;
    return top < 0 || top + size.height > 1 ? Number.POSITIVE_INFINITY : covered(points, side, top, size);
  });
  const least = Math.min(...counts);
  const best = PLACES[counts.indexOf(least)];
  return best && Number.isFinite(least) ? best : { side: 'right', below: level < 0.5 };
}

/** Returns the end of a level at which a control on the level covers fewer points of a line; the right end if both are equal. */
export function freeEnd(points: readonly Point[], level: number, size: Size): LabelPlacement['side'] {
  const at = (side: LabelPlacement['side']) => covered(points, side, level - size.height / 2, size);
  return at('left') < at('right') ? 'left' : 'right';
}
