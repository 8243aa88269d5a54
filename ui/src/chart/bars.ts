import { type Frame, xOf } from './frame';
import type { ChartPoint } from './series';

/** A point with its bar. */
export interface PricedBar extends ChartPoint {
  open: number;
  high: number;
  low: number;
}

/** Returns true if a point has an open, high and low price. The base price at the start of a range has none. */
export const hasBar = (point: ChartPoint): point is PricedBar =>
  point.open !== undefined && point.high !== undefined && point.low !== undefined;

/** Returns true if a bar's close is at or above its open. */
export const isUp = ({ price, open }: ChartPoint): boolean => price >= (open ?? price);

/** Returns the body width of bars `pitch` px apart: an odd number, so that a wick of 1 px is centered. */
export function bodyWidth(pitch: number): number {
  const width = Math.max(1, Math.floor(pitch * 0.75));
  return width % 2 ? width : width - 1;
}

/** Returns the distance between neighboring bars in px. */
export const pitchOf = ({ boxes, content }: Frame): number =>
  boxes.plotWidth / (content.viewport.to - content.viewport.from);

/** Returns the x coordinate of a bar's middle, rounded down to a whole px. */
export const columnOf = (position: number, frame: Frame): number => Math.floor(xOf(position, frame));
