import type { Series } from '~/market/indicators/series';

/** The points that are in view. */
export interface Visible {
  first: number;
  last: number;
}

/** Of values by index of point those in view; of a cloud ahead of the last point all. */
export const visibleValues = (values: Series, { first, last }: Visible, points: number): Series =>
  values.slice(first, last >= points - 1 ? undefined : last + 1);
