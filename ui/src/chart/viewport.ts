/** The part of the time axis that is in view, in the unit of `ChartPoint.x`. It knows nothing of the data. */
export interface Viewport {
  from: number;
  to: number;
}

/** All of an axis that ends at `end`. */
export const wholeOf = (end: number): Viewport => ({ from: 0, to: end });

/** Bars nearer to one another than this stand where they fall, or a third of the plot might stay empty. */
const LEAST_PITCH = 4;

/**
 * The same with room for half a bar at both ends, on a plot so many px wide: bars stand a whole number of px apart, so
 * that each is drawn as sharp as the next.
 */
export function wholeOfBars(end: number, width: number): Viewport {
  const pitch = width / (end + 1);
  const whole = pitch >= LEAST_PITCH ? Math.floor(pitch) : pitch;
  return { from: -0.5, to: whole > 0 ? width / whole - 0.5 : end + 0.5 };
}

/** Where a place of the axis lies in the view, 0 at its left edge and 1 at its right. */
export const shareOf = (x: number, { from, to }: Viewport): number => (x - from) / (to - from);

/** The place of the axis at a share of the view. */
export const placeAt = (share: number, { from, to }: Viewport): number => from + share * (to - from);
