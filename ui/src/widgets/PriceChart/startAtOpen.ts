import { hasBar } from '~/chart/bars';
import { type ChartPoint, type ChartSeries, isDaily, typicalGap } from '~/chart/series';

export interface OpenedSeries {
  /** Begins at the open. */
  series: ChartSeries;
  /** The previous close, which the change is relative to. */
  before: ChartPoint;
}

/**
 * A day or a week of hourly bars begins with the previous close, a night or a weekend earlier. A line from that close to the first bar
 * would show a move during which nothing was traded. Replaces the first point with the open at the start of the first bar. Null if the
 * series doesn't begin with such a close.
 */
export function startAtOpen(series: ChartSeries): OpenedSeries | null {
  const [before, first] = series.points;
  if (!before || !first || hasBar(before) || !hasBar(first)) return null;
  const step = typicalGap(series.points);
  if (isDaily(step)) return null;
  const timestamp = new Date(Date.parse(first.timestamp) - step).toISOString();
  const open = { timestamp, price: first.open, x: before.x };
  return { series: { ...series, points: [open, ...series.points.slice(1)] }, before };
}
