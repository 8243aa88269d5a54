import { type ChartPoint, type ChartSeries, placeOfTime } from '~/chart/series';
import { partOfBars, type Viewport, visibleOf, wholeOf, wholeOfBars } from '~/chart/viewport';
import type { VisibleRange } from './useVisibleRange';

/** A view of a series in places of its time axis. */
interface PlacedView {
  /** The part that was asked for; null where the series has less than two points of it, or nothing was. */
  part: Viewport | null;
  /** What is drawn. */
  viewport: Viewport;
  /** The points in it. */
  visible: { first: number; last: number };
}

/** Where a view lies in a series that is drawn as a line or as bars on a plot so many px wide. */
export function placeView(
  series: ChartSeries,
  view: VisibleRange | null,
  ofBars: boolean,
  width: number,
): PlacedView {
  const requested = view && { from: placeOfTime(series, view.from), to: placeOfTime(series, view.to) };
  const part = requested && requested.to - requested.from >= 1 ? requested : null;
  const line = part ?? wholeOf(series.end);
  const bars = () => (part ? partOfBars(part, width) : wholeOfBars(series.end, width));
  const viewport = ofBars ? bars() : line;
  const places = series.points.map(({ x }) => x);
  return { part, viewport, visible: visibleOf(places, viewport) };
}

/** The points of a view; null where there are less than two, and the whole is shown. */
export function pointsWithin(series: ChartSeries, { from, to }: VisibleRange): ChartPoint[] | null {
  const [start, end] = [placeOfTime(series, from), placeOfTime(series, to)];
  const points = series.points.filter(({ x }) => x >= start && x <= end);
  return end - start >= 1 && points.length > 1 ? points : null;
}
