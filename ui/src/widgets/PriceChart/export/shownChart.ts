import type { TickerDetail, Timeframe } from '~/api/types';
import type { ChartSeries } from '~/chart/series';
import type { ComputedIndicator } from '~/market/indicators/result';
import type { Series } from '~/market/indicators/series';
import type { VisibleRange } from '../useVisibleRange';

/** What a chart shows at this moment, as it is written into a file. */
export interface ShownChart {
  ticker: TickerDetail;
  timeframe: Timeframe;
  series: ChartSeries;
  /** The part in view; null for the whole range. */
  view: VisibleRange | null;
  indicators: readonly ComputedIndicator[];
  /** Changes in percent of each ticker that is compared, at every point; missing where none is. */
  compared?: readonly { symbol: string; percents: Series }[] | undefined;
}
