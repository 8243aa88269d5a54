import type { TickerDetail, Timeframe } from '~/api/types';
import type { ChartSeries } from '~/chart/series';
import type { ComputedIndicator } from '~/market/indicators/result';
import type { Series } from '~/market/indicators/series';
import type { VisibleRange } from '../useVisibleRange';

/** What a chart currently shows, for the export. */
export interface ShownChart {
  ticker: TickerDetail;
  timeframe: Timeframe;
  series: ChartSeries;
  /** The part in view; null for the whole range. */
  view: VisibleRange | null;
  indicators: readonly ComputedIndicator[];
  /** Percent changes of each compared ticker at every point; missing without a comparison. */
  compared?: readonly { symbol: string; percents: Series }[] | undefined;
}
