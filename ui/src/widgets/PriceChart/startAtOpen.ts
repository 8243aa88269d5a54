import { hasBar } from '~/chart/bars';
import { type ChartPoint, type ChartSeries, isDaily, usualGap } from '~/chart/series';

export interface OpenedSeries {
  /** Begins at the open. */
  series: ChartSeries;
  /** The close before it, from which the change is counted. */
  before: ChartPoint;
}

/**
 * A day and a week of hours begin with the close before them, a night or a weekend ago: drawn as a line it would be a move that nobody
 * traded. Its first point becomes the first price that was, when the first bar began. Null where there is no such close.
 */
export function startAtOpen(series: ChartSeries): OpenedSeries | null {
  const [before, first] = series.points;
  if (!before || !first || hasBar(before) || !hasBar(first)) return null;
  const step = usualGap(series.points);
  if (isDaily(step)) return null;
  const timestamp = new Date(Date.parse(first.timestamp) - step).toISOString();
  const open = { timestamp, price: first.open, x: before.x };
  return { series: { ...series, points: [open, ...series.points.slice(1)] }, before };
}
