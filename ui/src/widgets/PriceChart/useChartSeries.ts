import { useMemo } from 'react';
import { pollFasterWhileEmpty, priceHistoryQuery, sessionLineQuery } from '~/api/queries';
import type { HistoryPoint, PricePoint, SessionLine, Ticker, Timeframe } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import {
  type ChartSeries,
  isOfDays,
  STEPS,
  seriesByCount,
  seriesBySession,
  stepOf,
  timeAt,
  withLiveEnd,
} from '~/chart/series';
import { useQuote } from '~/live/useQuote';
import { tradingDays } from '~/market/day';
import { panHistory } from './panHistory';
import type { ShownHistory } from './useEarlierCloses';
import { MAX_POINTS } from './useMaxPoints';
import type { VisibleRange } from './useVisibleRange';

/** The live price goes on at the right end; the bars behind it are asked for again now and then. */
const REFETCH_MS: Partial<Record<Timeframe, number>> = { '1D': 5 * 60_000, '1W': 5 * 60_000 };
const REFETCH_SLOWLY_MS = 60 * 60_000;
/** A history that could not be had is asked for again. */
const RETRY_MS = 15_000;
/** CHRT-01: a range that is chosen again later is asked for again. */
const STALE_MS = 60_000;

/** One day of a market that closes lies within its session. */
function daySeries(history: readonly HistoryPoint[], session: SessionLine | undefined): ChartSeries {
  if (!session) return seriesByCount(history);
  const drawn = seriesBySession(history, session);
  return drawn.span ? drawn : seriesBySession(session.points.length > 1 ? session.points : history, session);
}

/** Whether a query asks for a range of a ticker, in however many points. */
const isOfRange = (key: readonly unknown[] | undefined, tickerId: number, timeframe: Timeframe): boolean =>
  key?.[1] === tickerId && (key[3] as { timeframe?: Timeframe } | undefined)?.timeframe === timeframe;

interface ShownSeries {
  series: ChartSeries;
  /** The history that it shows. */
  history: ShownHistory;
  /** The one that a day shows. */
  session: SessionLine | undefined;
  /** The price before its first point; null where it is unknown. */
  base: PricePoint | null;
  isLoading: boolean;
  /** Asks again for a history that could not be had; null while nothing failed. */
  retry: (() => void) | null;
}

/**
 * Price history of a ticker in `most` points at most, ending in its live price. Zoomed days are taken from all of them; a part of
 * hours from further back where it reaches beyond them.
 */
export function useChartSeries(
  ticker: Ticker,
  timeframe: Timeframe,
  most: number,
  view: VisibleRange | null,
): ShownSeries {
  const isDay = timeframe === '1D';
  const poll = pollFasterWhileEmpty(REFETCH_MS[timeframe] ?? REFETCH_SLOWLY_MS);
  const history = useQuery({
    ...priceHistoryQuery(ticker.id, timeframe, { points: most, bars: true, base: true }),
    refetchInterval: (query) =>
      query.state.data === undefined && query.state.error ? RETRY_MS : poll(query),
    staleTime: STALE_MS,
    // Another number of points for the same range: what is known is shown until they come.
    placeholderData: (known, query) => (isOfRange(query?.queryKey, ticker.id, timeframe) ? known : undefined),
  });
  const session = useQuery({
    ...sessionLineQuery(ticker.id, true),
    enabled: isDay && ticker.id > 0,
    staleTime: STALE_MS,
  });
  const { type, timeZone, session: phase } = ticker;
  const { price, updatedAt } = useQuote(ticker, (quote) => ({
    price: quote.price,
    updatedAt: quote.updatedAt,
  }));
  // Apart from the live price, so that a tick places no point but its own.
  const own = useMemo(() => {
    const points = history.data ?? [];
    return isDay ? daySeries(points, session.data) : seriesByCount(points);
  }, [history.data, session.data, isDay]);
  const isBeyond = view !== null && (isOfDays(timeframe) || view.from < timeAt(own, 0) - STEPS[timeframe]);
  const { interval, ...wide } = panHistory(timeframe);
  const options = {
    points: MAX_POINTS,
    bars: true as const,
    base: true as const,
    ...(interval && { interval }),
  };
  const zoomed = useQuery({
    ...priceHistoryQuery(ticker.id, wide.timeframe, options),
    enabled: isBeyond && ticker.id > 0,
    staleTime: REFETCH_SLOWLY_MS,
  });
  const isWide = isBeyond && (zoomed.data?.length ?? 0) > 0;
  const loaded = useMemo(() => (isWide ? seriesByCount(zoomed.data ?? []) : own), [isWide, zoomed.data, own]);
  const series = useMemo(() => {
    const drawn = withLiveEnd(
      loaded,
      { price, updatedAt },
      stepOf(loaded.points, timeframe),
      tradingDays({ type, timeZone, session: phase }),
    );
    // The first price of a session is not yet a line of it; with a second one it is.
    return isDay && !isWide && !drawn.span ? daySeries(drawn.points, session.data) : drawn;
  }, [loaded, session.data, price, updatedAt, type, timeZone, phase, timeframe, isDay, isWide]);
  return {
    series,
    history: isWide
      ? { tickerId: ticker.id, ...wide, interval, most: MAX_POINTS }
      : { tickerId: ticker.id, timeframe, most },
    session: isDay ? session.data : undefined,
    base: (isWide ? zoomed.data : history.data)?.[0]?.base ?? null,
    isLoading: history.isLoading || (isDay && session.isLoading),
    retry: history.isError && history.data === undefined ? () => void history.refetch() : null,
  };
}
