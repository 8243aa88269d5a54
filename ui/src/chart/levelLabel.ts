/** A place in a plot, as shares of its width from the left and of its height from the top. */
interface Point {
  x: number;
  y: number;
}

export interface LabelPlace {
  side: 'left' | 'right';
  below: boolean;
}

/** In the order in which they are preferred. */
const PLACES: readonly LabelPlace[] = [
  { side: 'right', below: false },
  { side: 'right', below: true },
  { side: 'left', below: false },
  { side: 'left', below: true },
];

/**
 * At which end of a level, and on which side of it, a label of the given size covers least of a line. All lengths are shares
 * of the plot; a label never leaves it.
 */
export function placeOfLevelLabel(
  points: readonly Point[],
  level: number,
  { width, height }: { width: number; height: number },
): LabelPlace {
  const covered = ({ side, below }: LabelPlace) => {
    const top = below ? level : level - height;
    if (top < 0 || top + height > 1) return Number.POSITIVE_INFINITY;
    const inside = ({ x, y }: Point) =>
      (side === 'left' ? x <= width : x >= 1 - width) && y >= top && y <= top + height;
    return points.filter(inside).length;
  };
  const counts = PLACES.map(covered);
  const best = PLACES[counts.indexOf(Math.min(...counts))];
  return best && Number.isFinite(Math.min(...counts)) ? best : { side: 'right', below: level < 0.5 };
}

/**
 * The end of a level at which a control that stands across it covers less of a line: the right one, where both are as free.
 */
export function freeEnd(
  points: readonly Point[],
  level: number,
  { width, height }: { width: number; height: number },
): LabelPlace['side'] {
  const near = points.filter(({ y }) => Math.abs(y - level) <= height / 2);
  const right = near.filter(({ x }) => x >= 1 - width).length;
  const left = near.filter(({ x }) => x <= width).length;
  return left < right ? 'left' : 'right';
}
