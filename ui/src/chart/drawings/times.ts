import { BAR_LENGTHS, type ChartPoint, type ChartSeries, typicalGap } from '../series';

// The time axis counts bars, so a time between two bars, or outside them, has a position of its own. Drawings use these functions
// instead of those of zooming, which limit a time to the axis.

const DAY = BAR_LENGTHS['1M'];

const timeOf = (point: ChartPoint | undefined): number => Date.parse(point?.timestamp ?? '');

/** Returns the length of a day if the bars are daily, so that every time of a day has the position of its bar; else 0. */
const dayLength = ({ points }: ChartSeries): number => (Math.round(typicalGap(points) / DAY) === 1 ? DAY : 0);

/** Returns the milliseconds per position outside the points: in a session the length of a bar, else the average, which includes nights. */
function unitOf({ points, span }: ChartSeries): number {
  if (span) return BAR_LENGTHS['1D'];
  const [first, last] = [points[0], points.at(-1)];
  const average = (timeOf(last) - timeOf(first)) / ((last?.x ?? 0) - (first?.x ?? 0));
  return average > 0 ? average : DAY;
}

/** Returns the index of the last point at or before a limit; -1 if all are after it. */
function lastIndex(
  points: readonly ChartPoint[],
  keyOf: (point: ChartPoint) => number,
  limit: number,
): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(points[middle] as ChartPoint) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the position of a time on the axis, interpolated between bars and extrapolated outside them. */
export function positionOfInstant(series: ChartSeries, time: number): number {
  const { points } = series;
  const index = lastIndex(points, timeOf, time);
  const [before, after] = [points[index], points[index + 1]];
  const day = dayLength(series);
  if (!before) return (after?.x ?? 0) - (timeOf(after) - time) / unitOf(series);
  const passed = Math.max(0, time - timeOf(before) - day);
  if (!after) return before.x + passed / unitOf(series);
  const gap = timeOf(after) - timeOf(before) - day;
  return gap > 0 ? before.x + (passed / gap) * (after.x - before.x) : before.x;
}

/** Returns the time of a position in Unix milliseconds; the inverse of `positionOfInstant`. */
export function instantAt(series: ChartSeries, position: number): number {
  const { points } = series;
  const index = lastIndex(points, ({ x }) => x, position);
  const [before, after] = [points[index], points[index + 1]];
  const day = dayLength(series);
  if (!before) return timeOf(after) - ((after?.x ?? 0) - position) * unitOf(series);
  const passed = position - before.x;
  if (passed === 0) return timeOf(before);
  if (!after) return timeOf(before) + day + passed * unitOf(series);
  const fraction = passed / (after.x - before.x);
  const gap = timeOf(after) - timeOf(before) - day;
  return gap > 0 ? timeOf(before) + day + fraction * gap : timeOf(before);
}
