import { type ChartSeries, timeAt } from '~/chart/series';
import { type Viewport, wholeAxis } from '~/chart/viewport';
import type { Zoom } from '~/chart/zoom/target';
import { formatSigned } from '~/market/format';
import type { VisibleRange } from './useVisibleRange';

export interface ZoomProps {
  priceText: (price: number) => string;
  onView: (view: VisibleRange | null) => void;
  onSelecting: (isSelecting: boolean) => void;
}

/** The zoom behavior of a series. `part` is the shown part; null for all of it. */
export const seriesZoom = (
  series: ChartSeries,
  part: Viewport | null,
  { priceText, onView, onSelecting }: ZoomProps,
  viewportOf: Zoom['viewportOf'] = (view) => view,
): Zoom => ({
  view: part ?? wholeAxis(series.end),
  bounds: wholeAxis(series.end),
  isZoomed: part !== null,
  show: ({ from, to }) => onView({ from: timeAt(series, from), to: timeAt(series, to) }),
  viewportOf,
  reset: () => onView(null),
  changeText: (change) => formatSigned(change, priceText),
  onSelecting,
});
