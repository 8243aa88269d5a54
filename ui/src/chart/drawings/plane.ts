import type { DrawingPoint } from '~/api/types';
import { valueAt, yOf } from '../frame';
import type { Range } from '../scale';
import type { ChartSeries } from '../series';
import { fractionOf, positionAt, type Viewport } from '../viewport';
import { positionOfInstant } from './times';

/** A place in px from the upper left corner of the price pane. */
export interface Spot {
  x: number;
  y: number;
}

/** The price pane as drawn: what is visible, and its size in px. */
export interface Plane {
  series: ChartSeries;
  viewport: Viewport;
  range: Range;
  width: number;
  height: number;
}

/** Returns where a point of a drawing is; not finite for a price that a logarithmic axis does not have. */
export const spotOf = ({ time, price }: DrawingPoint, plane: Plane): Spot => ({
  x: fractionOf(positionOfInstant(plane.series, Date.parse(time)), plane.viewport) * plane.width,
  y: yOf(price, plane.range, plane.height),
});

/** Returns the position on the time axis at an x coordinate. */
export const axisPositionAt = (x: number, { viewport, width }: Plane): number =>
  positionAt(x / width, viewport);

/** Returns the price at a y coordinate. */
export const priceAt = (y: number, { range, height }: Plane): number => valueAt(y, range, height);
