import { type Frame, xOf } from './frame';
import type { ChartPoint } from './series';

/** A point with its bar. */
export interface PricedBar extends ChartPoint {
  open: number;
  high: number;
  low: number;
}

/** Whether a point has a bar: the price at the beginning of a range has none. */
export const hasBar = (point: ChartPoint): point is PricedBar =>
  point.open !== undefined && point.high !== undefined && point.low !== undefined;

/** Whether the last price of a bar is no lower than its first. */
export const isUp = ({ price, open }: ChartPoint): boolean => price >= (open ?? price);

/** How wide bars that stand `pitch` px apart are: an odd number, so that a wick of 1 px is in their middle. */
export function bodyWidth(pitch: number): number {
  const width = Math.max(1, Math.floor(pitch * 0.75));
  return width % 2 ? width : width - 1;
}

/** Px from one place of the time axis to the next. */
export const pitchOf = ({ boxes, drawing }: Frame): number =>
  boxes.plotWidth / (drawing.viewport.to - drawing.viewport.from);

/** The pixel column in the middle of a bar. */
export const columnOf = (place: number, frame: Frame): number => Math.floor(xOf(place, frame));
