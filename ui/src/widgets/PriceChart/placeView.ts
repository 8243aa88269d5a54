import { type ChartPoint, type ChartSeries, positionOfTime } from '~/chart/series';
import { snapViewToBars, type Viewport, visibleIndices, wholeAxis, wholeBarAxis } from '~/chart/viewport';
import type { VisibleRange } from './useVisibleRange';

/** A view in x values of the series. */
interface PlacedView {
  /** The requested part; null if there is none or the series has less than two points in it. */
  part: Viewport | null;
  /** The x range to draw. */
  viewport: Viewport;
  /** The points within it. */
  visible: { first: number; last: number };
}

/** The position of a view in a series drawn as a line or as bars on a plot of `width` px. */
export function placeView(
  series: ChartSeries,
  view: VisibleRange | null,
  ofBars: boolean,
  width: number,
): PlacedView {
  const requested = view && { from: positionOfTime(series, view.from), to: positionOfTime(series, view.to) };
  const part = requested && requested.to - requested.from >= 1 ? requested : null;
  const line = part ?? wholeAxis(series.end);
  const bars = () => (part ? snapViewToBars(part, width) : wholeBarAxis(series.end, width));
  const viewport = ofBars ? bars() : line;
  const positions = series.points.map(({ x }) => x);
  return { part, viewport, visible: visibleIndices(positions, viewport) };
}

/** The points of a view; null if there are less than two, in which case the whole range is shown. */
export function pointsWithin(series: ChartSeries, { from, to }: VisibleRange): ChartPoint[] | null {
  const [start, end] = [positionOfTime(series, from), positionOfTime(series, to)];
  const points = series.points.filter(({ x }) => x >= start && x <= end);
  return end - start >= 1 && points.length > 1 ? points : null;
}
