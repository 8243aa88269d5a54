import { type RefObject, useLayoutEffect, useMemo } from 'react';
import { priceHistoryQuery, tickerQuery } from '~/api/queries';
import type { PricePoint, Timeframe } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { Chart } from '~/chart/Chart';
import { usePalette, useScheme } from '~/chart/palette';
import type { ChartPoint, ChartSeries } from '~/chart/series';
import { useHeld, useIsPanning, useSteadyPanes } from '~/chart/useSteadyPanes';
import { Icon } from '~/components/Icon';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { convertHistory, type DailyRates, rateAt, ratesOf } from '~/market/dailyRates';
import { directionOf, formatPercent } from '~/market/format';
import classes from '../CompareList.module.css';
import { useDailyRates } from '../useDailyRates';
import {
  type Compared,
  colorOf,
  comparisonPane,
  ownLine,
  percentsFrom,
  pricesAt,
  startAtBase,
} from './compared';
import type { ShownChart } from './export/shownChart';
import { placeView } from './placeView';
import { seriesZoom, type ZoomProps } from './seriesZoom';
import type { ShownHistory } from './useEarlierCloses';
import type { VisibleRange } from './useVisibleRange';

export interface CompareStageProps extends ZoomProps {
  symbol: string;
  /** At least one point. */
  series: ChartSeries;
  timeframe: Timeframe;
  history: ShownHistory;
  /** The price before the first point; null if unknown. */
  base: PricePoint | null;
  view: VisibleRange | null;
  compared: readonly string[];
  onCompare: (symbols: readonly string[]) => void;
  /** Receives the lines, for the export. */
  shownRef: RefObject<ShownChart | null>;
}

/**
 * The ticker and compared tickers as percent changes since the price before the range, or since the left edge of the
 * visible part.
 */
export default function CompareStage(props: CompareStageProps) {
  const { symbol, base, timeframe, view, compared, onCompare, shownRef } = props;
  const series = useMemo(() => startAtBase(props.series, base), [props.series, base]);
  /** Number of points before those of the chart. */
  const added = series.points.length - props.series.points.length;
  const { own, others, note } = useHistories(symbol, compared, props.history);
  const palette = usePalette();
  const scheme = useScheme();
  const size = useSizeInRem();
  const width = Math.round(size.width * size.rem);
  const { part, viewport, visible } = useMemo(
    () => placeView(series, view, false, width),
    [series, view, width],
  );
  const { first, last } = visible;
  const isPanning = useIsPanning(viewport);
  // While panned, the lines keep their shape.
  const start = useHeld(first, isPanning);
  const isPart = part !== null;
  const lines = useMemo(() => {
    const all: Compared[] = [
      ownLine(
        symbol,
        own ? convertPoints(series.points, own) : series.points,
        own ? baseIn(base, own) : (base?.price ?? null),
      ),
      ...others.map((other) => {
        const base = other.points[0]?.base?.price ?? null;
        const prices = pricesAt(series.points, other.points);
        return { symbol: other.symbol, prices: added > 0 ? [base, ...prices.slice(1)] : prices, base };
      }),
    ];
    return all.map(({ symbol, prices, base }) => {
      return { symbol, percents: percentsFrom(prices, start, isPart ? null : base) };
    });
  }, [symbol, series.points, added, base, own, others, start, isPart]);
  useLayoutEffect(() => {
    if (shownRef.current)
      shownRef.current.compared = lines.map((line) => ({ ...line, percents: line.percents.slice(added) }));
  });
  const fitted = useMemo(
    () => [comparisonPane(lines, { first, last }, palette)],
    [lines, first, last, palette],
  );
  const panes = useSteadyPanes(fitted, isPanning);
  const textOf = (line: (typeof lines)[number], index: number) => formatPercent(line.percents[index]);
  return (
    <Chart
      series={series}
      timeframe={timeframe}
      viewport={viewport}
      size={size}
      panes={panes}
      zoom={seriesZoom(series, part, props)}
      label="Price chart crosshair"
      valueText={(index) => lines.map((line) => `${line.symbol} ${textOf(line, index)}`).join(', ')}
      headline={(index) => (
        <>
          <ul className={classes.chips} aria-label="Compared tickers">
            {lines.map((line, which) => (
              <li key={line.symbol} className={classes.chip}>
                <i style={{ background: colorOf(which, scheme) }} />
                {line.symbol}
                <span className={`num ${directionOf(line.percents[index] ?? 0)}`}>{textOf(line, index)}</span>
                {which > 0 && (
                  <button
                    type="button"
                    aria-label={`Remove ${line.symbol} from the comparison`}
                    onClick={() => onCompare(compared.filter((other) => other !== line.symbol))}
                  >
                    <Icon name="close" size={14} />
                  </button>
                )}
              </li>
            ))}
          </ul>
          {note && <p className={classes.note}>{note}</p>}
        </>
      )}
    />
  );
}

/** Converts the chart's own points. A point before the first rate keeps its place and has the first rate. */
const convertPoints = (points: readonly ChartPoint[], { rates }: DailyRates): ChartPoint[] =>
  points.map((point) => ({
    ...point,
    price: point.price * (rateAt(rates, point.timestamp) ?? rates[0]?.rate ?? 1),
  }));

/** Converts the price before the first point; null if it or its rate is unknown. */
function baseIn(base: PricePoint | null, { rates }: DailyRates): number | null {
  const rate = base && rateAt(rates, base.timestamp);
  return base && rate ? base.price * rate : null;
}

/**
 * The histories of other tickers over the same range, as far as loaded, converted to the display currency at each day's rate if the
 * tickers have several currencies. `own` are the rates of the chart's own ticker.
 */
function useHistories(ownSymbol: string, symbols: readonly string[], { timeframe, most }: ShownHistory) {
  const [ownTicker, ...tickers] = useQueries({ queries: [ownSymbol, ...symbols].map(tickerQuery) });
  const loaded = [ownTicker, ...tickers].flatMap((query) => query?.data ?? []);
  const { rates, note } = useDailyRates(loaded, timeframe);
  const own = ownTicker?.data && ratesOf(ownTicker.data, rates);
  const histories = useQueries({
    queries: tickers.map(({ data }) =>
      priceHistoryQuery(data?.id ?? 0, timeframe, { points: most, bars: true, base: true }),
    ),
  });
  // The result arrays are new on every render; their data is not.
  const loadedHistories = histories.map(({ data }) => data);
  const currencies = tickers.map(({ data }) => data?.currency).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the histories is a dependency of its own.
  const others = useMemo(
    () =>
      symbols.map((symbol, index) => {
        const points = loadedHistories[index] ?? [];
        const ticker = tickers[index]?.data;
        const ownRates = ticker && ratesOf(ticker, rates);
        return { symbol, points: ownRates ? convertHistory(points, ownRates) : points };
      }),
    [symbols.join(), currencies, rates, ...loadedHistories],
  );
  return { own, others, note };
}
