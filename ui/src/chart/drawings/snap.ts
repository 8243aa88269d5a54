import type { DrawingPoint } from '~/api/types';
import { plainDigits } from '~/market/locale';
import { yOf } from '../frame';
import { type ChartPoint, nearestIndex } from '../series';
import { axisPositionAt, type Plane, priceAt, type Spot } from './plane';
import { instantAt, positionOfInstant } from './times';

interface Options {
  /** Number of decimals of a price that is not one of the bar's four prices. */
  decimals: number;
  /** The distance in px within which a point snaps to a price of the bar; 0 for no snapping. */
  magnet: number;
}

const isoTime = (time: number): string => new Date(time).toISOString();

export const roundPrice = (price: number, decimals: number): number => Number(plainDigits(price, decimals));

/** Returns the index of the bar at an x coordinate; null before the first and after the last one. */
function barAt(x: number, plane: Plane): number | null {
  const { points } = plane.series;
  const position = axisPositionAt(x, plane);
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  // The first and the last bar reach half a position beyond their middle.
  return position < first - 0.5 || position > last + 0.5 ? null : nearestIndex(points, position);
}

/** Returns the prices of a bar, or of a line's point. */
const pricesOf = ({ open, high, low, price }: ChartPoint): number[] =>
  [open, high, low, price].filter((each) => each !== undefined);

/** Returns the point of a drawing under the pointer: at the time of the nearest bar, and at one of its prices if that is near. */
export function pointAt({ x, y }: Spot, plane: Plane, { decimals, magnet }: Options): DrawingPoint {
  const { points } = plane.series;
  const clamped = Math.max(0, Math.min(plane.height, y));
  const price = roundPrice(priceAt(clamped, plane), decimals);
  const bar = points[barAt(x, plane) ?? -1];
  if (!bar) return { time: isoTime(instantAt(plane.series, axisPositionAt(x, plane))), price };
  const distanceOf = (each: number) => Math.abs(yOf(each, plane.range, plane.height) - clamped);
  const [nearest = price] = pricesOf(bar)
    .filter((each) => distanceOf(each) <= magnet)
    .sort((a, b) => distanceOf(a) - distanceOf(b));
  return { time: bar.timestamp, price: magnet > 0 ? nearest : price };
}

/** Returns points that were moved with the pointer: along the time axis by whole bars, and in px along the price axis. */
export function movedPoints(
  points: readonly DrawingPoint[],
  from: Spot,
  to: Spot,
  plane: Plane,
  decimals: number,
): DrawingPoint[] {
  const bars = Math.round(axisPositionAt(to.x, plane) - axisPositionAt(from.x, plane));
  const dy = to.y - from.y;
  return points.map(({ time, price }) => ({
    // A drawing that moves only up or down keeps its times, which may come from the bars of another range.
    time:
      bars === 0
        ? time
        : isoTime(instantAt(plane.series, positionOfInstant(plane.series, Date.parse(time)) + bars)),
    price:
      dy === 0 ? price : roundPrice(priceAt(yOf(price, plane.range, plane.height) + dy, plane), decimals),
  }));
}

/** Returns a point that was moved with the pointer. Within its bar, it keeps its time, which may come from a bar of another range. */
export function movedHandle(
  { time }: DrawingPoint,
  from: Spot,
  to: Spot,
  plane: Plane,
  options: Options,
): DrawingPoint {
  const moved = pointAt(to, plane, options);
  return Math.abs(to.x - from.x) < 1 || barAt(from.x, plane) === barAt(to.x, plane)
    ? { ...moved, time }
    : moved;
}
