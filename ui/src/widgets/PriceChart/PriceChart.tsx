import { useState } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { ChartFoot } from '~/chart/ChartFoot';
import { EmptyState } from '~/components/EmptyState';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { chartSentence, rangeChange, rangeDirection } from '~/market/chartChange';
import { formatQuote, shownDecimals } from '~/market/format';
import { DEFAULT_SETTINGS, type IndicatorSetting } from '~/market/indicators/settings';
import { rangeChoices } from '~/market/locale';
import { useDayName } from '../useDayName';
import { ChartHead } from './ChartHead';
import { ChartStage } from './ChartStage';
import { IndicatorsPopover } from './IndicatorsPopover';
import { ModeButtons } from './ModeButtons';
import classes from './PriceChart.module.css';
import { type ChartRange, RangeButtons } from './RangeButtons';
import { type ChartMode, useChartMode } from './useChartMode';
import { useChartSeries } from './useChartSeries';
import { useIndicators } from './useIndicators';
import { useMostPoints } from './useMostPoints';

const ChartTable = retryingLazy(() => import('./ChartTable'));

/** The five that the specification names, and those between and beyond them. */
const RANGES: readonly ChartRange[] = rangeChoices(['1D', '1W', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'MAX']);
/** CHRT-01. */
const DEFAULT_RANGE = '1W';
const WHOLE_FILE = rangeChoices(['MAX']);

interface Props {
  ticker: TickerDetail;
  title?: string;
  /** The ranges that are offered, all unless given. */
  ranges?: readonly ChartRange[];
}

/** CHRT-01 to 07: price chart with ranges, technical indicators, crosshair and a table beside it. */
export function PriceChart({ ticker, title = 'Price Chart', ranges: offered = RANGES }: Props) {
  const [settings, setSettings] = useState<readonly IndicatorSetting[]>(DEFAULT_SETTINGS);
  // Imported files reach back as far as their owner has bars.
  const isWhole = offered.some(({ value }) => value === 'MAX');
  const ranges = ticker.imported && !isWhole ? [...offered, ...WHOLE_FILE] : offered;
  const others = ranges.map(({ value }) => value).filter((value) => value !== DEFAULT_RANGE);
  const [timeframe, setTimeframe] = useUrlChoice<Timeframe>('range', [DEFAULT_RANGE, ...others], 'push');
  const isPhone = useIsPhone();
  const [mode, setMode] = useChartMode();
  const modes = <ModeButtons value={mode} onChange={setMode} />;
  return (
    <Panel
      className={classes.panel}
      title={title}
      aside={
        <>
          {!isPhone && modes}
          <IndicatorsPopover settings={settings} onChange={setSettings} />
        </>
      }
    >
      <div className={classes.body}>
        <RangeButtons ranges={ranges} value={timeframe} onChange={setTimeframe} />
        <ChartBody ticker={ticker} timeframe={timeframe} mode={mode} settings={settings} />
        {isPhone && <div className={classes.modes}>{modes}</div>}
      </div>
    </Panel>
  );
}

interface BodyProps {
  ticker: TickerDetail;
  timeframe: Timeframe;
  mode: ChartMode;
  settings: readonly IndicatorSetting[];
}

function ChartBody({ ticker, timeframe, mode, settings }: BodyProps) {
  const most = useMostPoints(mode);
  const { series, session, isLoading } = useChartSeries(ticker, timeframe, most);
  const sessionDay = useDayName(session?.sessionStart);
  const [asTable, setAsTable] = useState(false);
  const { points } = series;
  const indicators = useIndicators({ tickerId: ticker.id, timeframe, most }, settings, points);
  if (isLoading) return <BlockSkeleton height={300} />;
  if (points.length === 0) return <EmptyState text="No price history for this range." />;
  const { type } = ticker;
  const decimals = shownDecimals(
    ticker,
    points.map(({ price }) => price),
  );
  const priceText = (price: number) => formatQuote(ticker, price, decimals);
  const change = rangeChange(points);
  const direction = rangeDirection(change) === 'down' ? 'down' : 'up';
  // What never closes has no session of another day.
  const day = type === 'crypto' ? 'today' : sessionDay;
  const previousClose = type === 'crypto' ? null : (session?.previousClose ?? null);
  return (
    <>
      <ChartHead
        {...{ change, timeframe, day, priceText, decimals, indicators }}
        points={points.length}
        enabled={settings.filter((setting) => setting.enabled).length}
      />
      {asTable ? (
        <LazyBoundary>
          <ChartTable {...{ points, timeframe, mode, indicators, decimals, priceText }} />
        </LazyBoundary>
      ) : (
        <ChartStage
          {...{ series, timeframe, mode, indicators, direction, previousClose, decimals, priceText }}
        />
      )}
      <div className={classes.foot}>
        <ChartFoot
          sentence={chartSentence(points, timeframe, priceText)}
          asTable={asTable}
          onAsTable={setAsTable}
        />
      </div>
    </>
  );
}
