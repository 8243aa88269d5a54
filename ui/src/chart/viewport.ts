/** The part of the time axis that is in view, in the unit of `ChartPoint.x`. It knows nothing of the data. */
export interface Viewport {
  from: number;
  to: number;
}

/** All of an axis that ends at `end`. */
export const wholeOf = (end: number): Viewport => ({ from: 0, to: end });

/** Where a place of the axis lies in the view, 0 at its left edge and 1 at its right. */
export const shareOf = (x: number, { from, to }: Viewport): number => (x - from) / (to - from);

/** The place of the axis at a share of the view. */
export const placeAt = (share: number, { from, to }: Viewport): number => from + share * (to - from);
