import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { ChartFoot } from '~/chart/ChartFoot';
import { isDailyOrLonger } from '~/chart/series';
import { pointTime, timeSpan } from '~/chart/timeTicks';
import { EmptyState } from '~/components/EmptyState';
import { ErrorState } from '~/components/ErrorState';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { BlockSkeleton } from '~/components/Skeletons';
import { useHasInteracted } from '~/hooks/useHasInteracted';
import { useIsPhone } from '~/hooks/useIsPhone';
import { chartSentence, rangeChange, rangeDirection, spanName } from '~/market/chartChange';
import { tradingDays } from '~/market/day';
import { formatPlainPrice, formatQuote, shownDecimals } from '~/market/format';
import { countIndicators } from '~/market/indicators/types';
import { useDayName } from '../useDayName';
import { ChartHead } from './ChartHead';
import { ChartStage } from './ChartStage';
import type { DrawStateHook } from './drawState';
import type { ShownChart } from './export/shownChart';
import classes from './PriceChart.module.css';
import { pointsWithin } from './placeView';
import { startAtOpen } from './startAtOpen';
import type { ChartMode } from './useChartMode';
import { useChartSeries } from './useChartSeries';
import { useIndicators } from './useIndicators';
import { useMaxPoints } from './useMaxPoints';
import type { VisibleRange } from './useVisibleRange';

const ChartTable = lazyPart(() => import('./toolParts'), 'ChartTable');
const CompareStage = lazyPart(() => import('./toolParts'), 'CompareStage');
const Brush = lazyPart(() => import('./lazyParts'), 'Brush');
const OmittedBars = lazyPart(() => import('./lazyParts'), 'OmittedBars');

const SELECTING = 'Release to zoom. Esc cancels, double click resets.';

interface Props {
  ticker: TickerDetail;
  timeframe: Timeframe;
  /** The label of its button. */
  name: string;
  mode: ChartMode;
  /** The enabled indicators, 'sma-50,rsi'. */
  indicatorText: string;
  /** The part in view; null for the whole range. */
  view: VisibleRange | null;
  onView: (view: VisibleRange | null) => void;
  /** Symbols of the compared tickers. */
  compared: readonly string[];
  onCompare: (symbols: readonly string[]) => void;
  /** Receives what is drawn, for the export. */
  shownRef: RefObject<ShownChart | null>;
  draw: DrawStateHook;
  /** Omits the overview below the plot, and shows the description only to screen readers. */
  isCompact?: boolean;
}

/** The change, chart and description of a range or of its visible part. */
export function ChartBody(props: Props) {
  const { ticker, timeframe, name, mode, indicatorText, view, onView, compared, onCompare, shownRef } = props;
  const { isCompact = false } = props;
  const maxPoints = useMaxPoints(mode, isDailyOrLonger(timeframe));
  const { series, history, session, base, isLoading, retry } = useChartSeries(
    ticker,
    timeframe,
    maxPoints,
    view,
  );
  const sessionDay = useDayName(session?.sessionStart, tradingDays(ticker));
  const hasBrush = !useIsPhone() && !isCompact;
  // Used here because a range can be chosen before the chart is loaded.
  const hasInteracted = useHasInteracted();
  const [asTable, setAsTable] = useState(false);
  // Drawing needs the chart.
  if (asTable && props.draw[0].tool) setAsTable(false);
  const [isSelecting, setSelecting] = useState(false);
  const { points } = series;
  const { type } = ticker;
  // Round-the-clock markets have no previous close.
  const startsAtOpen = !isDailyOrLonger(timeframe) && type !== 'crypto';
  const startingAtOpen = useMemo(() => (startsAtOpen ? startAtOpen(series) : null), [startsAtOpen, series]);
  const indicators = useIndicators(history, indicatorText, points);
  useEffect(() => {
    const lines = compared.length > 0 ? shownRef.current?.compared : undefined;
    shownRef.current = { ticker, timeframe, series, view, indicators, compared: lines };
  });
  if (isLoading)
    return (
      <div className={classes.waiting} data-brush={hasBrush || undefined}>
        <BlockSkeleton height={300} />
      </div>
    );
  if (points.length === 0 && retry)
    return <ErrorState text="Couldn't load the price history for this range." onRetry={retry} />;
  if (points.length === 0) return <EmptyState text="No price history for this range." />;
  const decimals = shownDecimals(
    ticker,
    points.map(({ price }) => price),
  );
  const priceText = (price: number) => formatQuote(ticker, price, decimals);
  // A difference of prices in percent is no change in percent.
  const moveText =
    ticker.priceUnit === 'percent' ? (move: number) => formatPlainPrice(move, { decimals }) : priceText;
  const part = view && pointsWithin(series, view);
  const shown = part ?? points;
  // A range's change is relative to the price before it; a zoomed part's, to its first close.
  const start = part ? undefined : base?.price;
  const change = rangeChange(shown, start);
  const direction = rangeDirection(change) === 'down' ? 'down' : 'up';
  // Round-the-clock markets have no sessions of earlier days.
  const day = type === 'crypto' ? 'today' : sessionDay;
  const previousPrice = part ? null : (startingAtOpen?.before ?? null);
  const previousClose =
    part || type === 'crypto' ? null : (session?.previousClose ?? previousPrice?.price ?? null);
  const sinceText = `, since ${pointTime(points[0]?.timestamp ?? '', timeframe)}`;
  const dates = part && timeSpan(part, timeframe);
  const sentence = chartSentence(shown, dates ?? name, priceText, start);
  const omitted = ticker.leftOutBars.length > 0 && (
    <LazyBoundary silent>
      <OmittedBars bars={ticker.leftOutBars} {...{ timeframe, points: shown }} />
    </LazyBoundary>
  );
  return (
    <>
      <ChartHead
        {...{ change, moveText }}
        span={dates ?? `${spanName(timeframe, day)}${base || timeframe === 'MAX' ? '' : sinceText}`}
        name={dates ? undefined : name}
        onReset={view && (() => onView(null))}
        points={points.length}
        enabled={countIndicators(indicatorText)}
      />
      {asTable && (
        <LazyBoundary>
          <ChartTable {...{ points, timeframe, mode, indicators, decimals, priceText }} />
        </LazyBoundary>
      )}
      {!asTable && compared.length > 0 && (
        <div className={classes.compared}>
          <LazyBoundary>
            <CompareStage
              {...{
                series,
                history,
                timeframe,
                view,
                onView,
                compared,
                onCompare,
                priceText,
                shownRef,
                base,
              }}
              symbol={ticker.symbol}
              onSelecting={setSelecting}
            />
          </LazyBoundary>
        </div>
      )}
      {!asTable && compared.length === 0 && (
        <ChartStage
          {...{
            timeframe,
            mode,
            indicators,
            direction,
            previousClose,
            before: previousPrice,
            base,
            decimals,
            priceText,
          }}
          series={startingAtOpen?.series ?? series}
          session={series.span ? session : undefined}
          {...{ ticker, hasInteracted, view, onView }}
          draw={props.draw}
          onSelecting={setSelecting}
        />
      )}
      {!asTable && hasBrush && (
        <div className={classes.brush}>
          {hasInteracted && (
            <LazyBoundary silent>
              <Brush {...{ timeframe, series, view, onView }} tickerId={ticker.id} />
            </LazyBoundary>
          )}
        </div>
      )}
      {isCompact ? (
        <div className="visually-hidden">
          <p>{sentence}</p>
          {omitted}
        </div>
      ) : (
        <div className={classes.foot}>
          <ChartFoot
            sentence={isSelecting ? SELECTING : sentence}
            asTable={asTable}
            onShowTableChange={setAsTable}
          />
          {omitted}
        </div>
      )}
    </>
  );
}
