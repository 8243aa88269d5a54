import { useMemo, useState } from 'react';
import type { PricePoint, SessionLine, TickerDetail, Timeframe } from '~/api/types';
import { hasBar } from '~/chart/bars';
import { Chart } from '~/chart/Chart';
import { invisibleStyle, priceStyle } from '~/chart/datasets';
import type { Layer, Pane } from '~/chart/model';
import { usePalette } from '~/chart/palette';
import { ReadOut } from '~/chart/ReadOut';
import { BAR_LENGTHS, type ChartPoint, type ChartSeries, isDailyOrLonger } from '~/chart/series';
import { positionOf } from '~/chart/spots';
import { useIsPanning, useSteadyPanes } from '~/chart/useSteadyPanes';
import { snapViewToBars } from '~/chart/viewport';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { useQuote } from '~/live/useQuote';
import { directionOf } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/result';
import { withSource } from '~/market/sources';
import { BarReadout } from './BarReadout';
import type { DrawnLayer } from './drawings/UserDrawings';
import type { DrawStateHook } from './drawState';
import type { OwnLevels } from './extras/AlertHandles';
import type { PointNotes } from './extras/SessionMarks';
import { LogSwitch } from './LogSwitch';
import { lineColor, pricePane, volumePane } from './panes';
import { placeView } from './placeView';
import { barText, readingsAt } from './readings';
import { seriesZoom, type ZoomProps } from './seriesZoom';
import type { ChartMode } from './useChartMode';
import { useOscillatorPane } from './useOscillatorPane';
import { usePriceBars } from './usePriceBars';
import type { VisibleRange } from './useVisibleRange';

const ChartExtras = retryingLazy(() => import('./extras'));
const ExtendedHours = retryingLazy(() => import('./extras/ExtendedHours'));
const SessionMarks = retryingLazy(() => import('./extras/SessionMarks'));
const IndicatorLegend = lazyPart(() => import('./lazyDrawings'), 'IndicatorLegend');

interface Props extends ZoomProps {
  ticker: TickerDetail;
  /** True once optional code may load. */
  hasInteracted: boolean;
  /** At least one point. */
  series: ChartSeries;
  timeframe: Timeframe;
  mode: ChartMode;
  indicators: readonly ComputedIndicator[];
  direction: 'up' | 'down';
  /** The previous session's close; null if there is none. */
  previousClose: number | null;
  /** The session shown over its full length, if any. */
  session: SessionLine | undefined;
  /** The close that the change is relative to, if the line starts after it. */
  before: ChartPoint | null;
  /** The price before the first point; null if unknown. */
  base: PricePoint | null;
  /** Number of decimals of the quoted price. */
  decimals: number;
  /** The part in view; null for the whole range. */
  view: VisibleRange | null;
  draw: DrawStateHook;
}

/** The chart: price with overlays, volume and oscillators below. */
export function ChartStage(props: Props) {
  const { series, timeframe, mode, indicators, direction, previousClose, decimals, priceText } = props;
  const { ticker, hasInteracted, view, before, base, session, draw } = props;
  const { points } = series;
  const isPhone = useIsPhone();
  const palette = usePalette();
  const size = useSizeInRem();
  const [scale, setScale] = useUrlChoice('scale', ['linear', 'log']);
  // A URL with a backtest needs its marks at once.
  const [backtest] = useUrlText('tried');
  const drawBars = usePriceBars(mode);
  const isBarred = useMemo(() => points.some(hasBar), [points]);
  const color = lineColor(points.length, direction, palette);
  const single = points.length === 1;
  const paint = useMemo(
    () => (drawBars && isBarred && mode !== 'line' ? drawBars(mode, points) : undefined),
    [drawBars, isBarred, mode, points],
  );
  const ofBars = paint !== undefined;
  const whole = useMemo(() => {
    const end = axisEnd(series, indicators);
    return ofBars && series.span ? { ...series, points: atMiddles(points), end } : { ...series, end };
  }, [series, points, indicators, ofBars]);
  const width = Math.round(size.width * size.rem);
  const { part, viewport, visible } = useMemo(
    () => placeView(whole, view, ofBars, width),
    [whole, view, ofBars, width],
  );
  const { first, last } = visible;
  const style = useMemo(
    () => (ofBars ? invisibleStyle : priceStyle(single ? 1 : 2, color, palette.surface)),
    [ofBars, single, color, palette],
  );
  const oscillators = useMemo(() => indicators.filter(({ axis }) => axis !== 'price'), [indicators]);
  const oscillatorPane = useOscillatorPane(oscillators.length > 0);
  const [own, setOwn] = useState<OwnLevels | null>(null);
  const [dayLayers, setDayLayers] = useState<readonly Layer[]>();
  const [drawn, setDrawn] = useState<DrawnLayer | null>(null);
  const [markLayers, setMarkLayers] = useState<readonly Layer[]>();
  const [notes, setNotes] = useState<PointNotes>();
  const hasMarks = useMemo(
    () => ticker.disagreements.length > 0 || points.some(({ source }) => source),
    [ticker.disagreements, points],
  );
  const described = (time: string, index: number) =>
    withSource(time, points[index]?.source) + (notes?.get(points[index]?.timestamp ?? '') ?? '');
  const layers = useMemo(
    () => [...(dayLayers ?? []), ...(markLayers ?? []), ...(drawn ? [drawn.layer] : [])],
    [dayLayers, markLayers, drawn],
  );
  const drawnLevels = drawn?.levels;
  // A bar has the color of its own day, a line that of the range.
  const today = useQuote(ticker, ({ change24h, move24h }) => wayOf(change24h ?? move24h));
  const day = useMemo(() => dayOf(series, session), [series, session]);
  const prices = useMemo(() => points.map(({ price }) => price), [points]);
  const isPanning = useIsPanning(viewport);
  const fitted = useMemo(() => {
    const bars = paint && { points, paint };
    const visibleRange = { first, last };
    const volume = volumePane(points, visibleRange);
    return [
      pricePane({
        ...{ visible: visibleRange, isLog: scale === 'log', prices, style, bars, indicators },
        ...{
          trend: ofBars ? today : single ? null : direction,
          previousClose,
          decimals,
          palette,
          own,
          day,
          drawnLevels,
        },
        closeName: timeframe === '1W' ? 'Price a week ago' : 'Previous close',
      }),
      ...(volume ? [volume] : []),
      ...oscillators.flatMap(
        (one) => oscillatorPane?.(one, decimals, prices.length, visibleRange, palette) ?? [],
      ),
    ];
  }, [
    points,
    prices,
    style,
    paint,
    indicators,
    oscillators,
    oscillatorPane,
    today,
    direction,
    ofBars,
    single,
    previousClose,
    day,
    timeframe,
    decimals,
    palette,
    first,
    last,
    scale,
    own,
    drawnLevels,
  ]);
  const panes = useSteadyPanes(fitted, isPanning);
  const { range } = panes[0] as Pane;
  const barBefore = (index: number) => {
    if (before && index < 2) return before;
    // A line may begin with the previous price itself.
    return index > 0 ? points[index - 1] : base?.timestamp === points[0]?.timestamp ? null : base;
  };
  const priceAt = (index: number) => priceText(points[index]?.price ?? 0);
  // CHRT-06: a line has a tooltip. For bars the values are in the line above; a phone has no room for both, and names the values of
  // indicators above the plot and in their panes.
  const hasReadOut = isPhone ? !isBarred : !ofBars;
  return (
    <Chart
      series={whole}
      timeframe={timeframe}
      viewport={viewport}
      size={size}
      panes={panes}
      layers={layers}
      extras={(index) => (
        <>
          {day && (
            <LazyBoundary silent>
              <ExtendedHours
                {...{ ...day, ticker, viewport, previousClose, range, priceText }}
                series={whole}
                onLayers={setDayLayers}
              />
            </LazyBoundary>
          )}
          {(hasInteracted || backtest) && (
            <LazyBoundary silent>
              <ChartExtras
                {...{ ticker, viewport, index, decimals, priceText, range, draw }}
                series={whole}
                isDailyOrLonger={isDailyOrLonger(timeframe)}
                width={size.width}
                onLevels={setOwn}
                onDrawn={setDrawn}
              />
            </LazyBoundary>
          )}
        </>
      )}
      zoom={seriesZoom({ ...whole, end: series.end }, part, props, (view) =>
        ofBars ? snapViewToBars(view, width) : view,
      )}
      corner={
        <LogSwitch
          isOn={scale === 'log'}
          isPossible={points.every(({ price, low }) => (low ?? price) > 0)}
          onChange={(isOn) => setScale(isOn ? 'log' : 'linear')}
        />
      }
      label="Price chart crosshair"
      valueText={(index) => (ofBars ? barText(points[index], priceText) : priceAt(index))}
      headline={(index, time, isPointed) => (
        <>
          {isBarred && (
            <BarReadout
              time={described(time, index)}
              point={points[index] as ChartPoint}
              before={isPointed ? barBefore(index) : null}
              ofBars={ofBars}
              decimals={decimals}
              currency={ticker.currency}
            />
          )}
          {hasMarks && (
            <LazyBoundary silent>
              <SessionMarks
                {...{ ticker, color }}
                points={whole.points}
                onLayers={setMarkLayers}
                onNotes={setNotes}
              />
            </LazyBoundary>
          )}
          {indicators.length > 0 && (
            <LazyBoundary silent>
              <IndicatorLegend {...{ indicators, index, decimals }} points={points.length} />
            </LazyBoundary>
          )}
        </>
      )}
      {...(hasReadOut && {
        readOut: (index, time, background) => (
          <ReadOut
            time={described(time, index)}
            value={priceAt(index)}
            readings={readingsAt(indicators, index, decimals, background)}
          />
        ),
      })}
    />
  );
}

/** The direction of a daily change; null if unknown. */
function wayOf(change: number | null): 'up' | 'down' | null {
  if (change === null) return null;
  return directionOf(change) === 'down' ? 'down' : 'up';
}

/** The session of a series and its extended hours; null if it has none. */
function dayOf({ span }: ChartSeries, session: SessionLine | undefined) {
  if (!span || !session?.extended) return null;
  const { extended, sessionStart, sessionEnd } = session;
  const regular = { start: Date.parse(sessionStart), end: Date.parse(sessionEnd) };
  return { extended, regular, span, close: (regular.end - span.start) / BAR_LENGTHS['1D'] };
}

/**
 * On a session's time axis a close is at the end of its bar and a live price within it; bars are drawn in the middle.
 */
const atMiddles = (points: readonly ChartPoint[]): ChartPoint[] =>
  points.map((point) => ({ ...point, x: Math.ceil(point.x) - 0.5 }));

/** Extended beyond the prices for a cloud ahead of them. */
function axisEnd({ points, end }: ChartSeries, indicators: readonly ComputedIndicator[]): number {
  const longest = Math.max(0, ...indicators.flatMap(({ lines }) => lines.map(({ values }) => values.length)));
  const positions = points.map(({ x }) => x);
  return longest > points.length ? Math.max(end, positionOf(positions, longest - 1)) : end;
}
