import { useMemo } from 'react';
import { drawingsQuery } from '~/api/queries';
import type { TickerDetail, UserDrawing } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import type { Range } from '~/chart/scale';
import type { ChartSeries } from '~/chart/series';
import type { Viewport } from '~/chart/viewport';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import { useUrlText } from '~/hooks/useUrlChoice';
import type { DrawnLayer } from '../drawings/UserDrawings';
import { useDrawTools } from '../drawings/useDrawTools';
import type { DrawStateHook } from '../drawState';
import { AlertHandles, type OwnLevels } from './AlertHandles';
import { parseBacktest } from './backtest';
import { EventsLane } from './EventsLane';

const BacktestMarks = retryingLazy(() => import('./BacktestMarks'));
const UserDrawings = lazyPart(() => import('../drawings'), 'UserDrawings');

const NO_DRAWINGS: readonly UserDrawing[] = [];

interface Props {
  ticker: TickerDetail;
  series: ChartSeries;
  isDailyOrLonger: boolean;
  viewport: Viewport;
  /** Width of the plot, in rem. */
  width: number;
  /** The range of the price axis. */
  range: Range;
  /** The index of the point under the crosshair, or of the last one in view. */
  index: number;
  decimals: number;
  priceText: (price: number) => string;
  onLevels: (own: OwnLevels | null) => void;
  draw: DrawStateHook;
  onDrawn: (drawn: DrawnLayer | null) => void;
}

/** Overlays of a ticker's chart: events, the user's alerts and drawings, and a backtest. */
export default function ChartExtras(props: Props) {
  const { ticker, series, viewport, width, range, index, decimals, priceText, onLevels } = props;
  const { draw, onDrawn } = props;
  const tools = useDrawTools(draw);
  const { points } = series;
  const [text, setText] = useUrlText('tried');
  const query = useMemo(() => parseBacktest(text, ticker.symbol), [text, ticker.symbol]);
  const { data = NO_DRAWINGS } = useQuery({ ...drawingsQuery(ticker.symbol), enabled: ticker.id > 0 });
  const drawings = tools.isHidden ? NO_DRAWINGS : data;
  const price = points.at(-1)?.price ?? 0;
  return (
    <>
      <AlertHandles
        {...{ ticker, series, viewport, width, range, price, decimals, priceText, onLevels }}
        pointed={points[index]?.price ?? price}
      />
      <EventsLane {...props} />
      {(tools.tool || drawings.length > 0) && (
        <LazyBoundary silent>
          <UserDrawings
            {...{ ticker, tools, drawings, series, viewport, range, index, decimals, priceText, onDrawn }}
          />
        </LazyBoundary>
      )}
      {query && (
        <LazyBoundary>
          <BacktestMarks {...props} query={query} onClose={() => setText('')} />
        </LazyBoundary>
      )}
    </>
  );
}
