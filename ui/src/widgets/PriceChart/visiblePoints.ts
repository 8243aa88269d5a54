import type { Series } from '~/market/indicators/series';

/** The range of visible points, by index. */
export interface Visible {
  first: number;
  last: number;
}

/** The visible values of an indicator; all values ahead of the last point are included for a cloud. */
export const visibleValues = (values: Series, { first, last }: Visible, points: number): Series =>
  values.slice(first, last >= points - 1 ? undefined : last + 1);
