import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pollFasterWhileEmpty, priceHistoryQuery, sessionLineQuery } from '~/api/queries';
import type { HistoryPoint, SessionLine, Ticker, Timeframe } from '~/api/types';
import {
  type ChartSeries,
  isOfDays,
  seriesByCount,
  seriesBySession,
  stepOf,
  withLiveEnd,
} from '~/chart/series';
import { useQuote } from '~/live/useQuote';
import { tradingZone } from '~/market/day';
import type { ShownHistory } from './useEarlierCloses';
import { MOST_POINTS } from './useMostPoints';

/** The live price goes on at the right end; the bars behind it are asked for again now and then. */
const REFETCH_MS: Partial<Record<Timeframe, number>> = { '1D': 5 * 60_000, '1W': 5 * 60_000 };
const REFETCH_SLOWLY_MS = 60 * 60_000;
/** CHRT-01: a range that is chosen again later is asked for again. */
const STALE_MS = 60_000;

/** One day of a market that closes lies within its session. */
function daySeries(history: readonly HistoryPoint[], session: SessionLine | undefined): ChartSeries {
  if (!session) return seriesByCount(history);
  const drawn = seriesBySession(history, session);
  return drawn.span ? drawn : seriesBySession(session.points.length > 1 ? session.points : history, session);
}

/** The history that a part of a range of days is cut from: every day there is, far enough back to move about in. */
const zoomedHistory = (timeframe: Timeframe, tickerId: number): ShownHistory | null =>
  isOfDays(timeframe) ? { tickerId, timeframe: timeframe === 'MAX' ? 'MAX' : '5Y', most: MOST_POINTS } : null;

/** Whether a query asks for a range of a ticker, in however many points. */
const isOfRange = (key: readonly unknown[] | undefined, tickerId: number, timeframe: Timeframe): boolean =>
  key?.[1] === tickerId && (key[3] as { timeframe?: Timeframe } | undefined)?.timeframe === timeframe;

interface ShownSeries {
  series: ChartSeries;
  /** The history that it shows. */
  history: ShownHistory;
  /** The one that a day shows. */
  session: SessionLine | undefined;
  isLoading: boolean;
}

/** Price history of a ticker in `most` points at most, ending in its live price; zoomed days are taken from all of them. */
export function useChartSeries(
  ticker: Ticker,
  timeframe: Timeframe,
  most: number,
  isZoomed: boolean,
): ShownSeries {
  const isDay = timeframe === '1D';
  const history = useQuery({
    ...priceHistoryQuery(ticker.id, timeframe, { points: most, bars: true }),
    refetchInterval: pollFasterWhileEmpty(REFETCH_MS[timeframe] ?? REFETCH_SLOWLY_MS),
    staleTime: STALE_MS,
    // Another number of points for the same range: what is known is shown until they come.
    placeholderData: (known, query) => (isOfRange(query?.queryKey, ticker.id, timeframe) ? known : undefined),
  });
  const wide = isZoomed ? zoomedHistory(timeframe, ticker.id) : null;
  const zoomed = useQuery({
    ...priceHistoryQuery(ticker.id, wide?.timeframe ?? '5Y', { points: MOST_POINTS, bars: true }),
    enabled: wide !== null && ticker.id > 0,
    staleTime: REFETCH_SLOWLY_MS,
  });
  const isWide = wide !== null && (zoomed.data?.length ?? 0) > 0;
  const data = isWide ? zoomed.data : history.data;
  const session = useQuery({
    ...sessionLineQuery(ticker.id),
    enabled: isDay && ticker.id > 0,
    staleTime: STALE_MS,
  });
  const { type } = ticker;
  const { price, updatedAt } = useQuote(ticker, (quote) => ({
    price: quote.price,
    updatedAt: quote.updatedAt,
  }));
  // Apart from the live price, so that a tick places no point but its own.
  const loaded = useMemo(() => {
    const points = data ?? [];
    return isDay ? daySeries(points, session.data) : seriesByCount(points);
  }, [data, session.data, isDay]);
  const series = useMemo(() => {
    const drawn = withLiveEnd(
      loaded,
      { price, updatedAt },
      stepOf(loaded.points, timeframe),
      tradingZone(type),
    );
    // The first price of a session is not yet a line of it; with a second one it is.
    return isDay && !drawn.span ? daySeries(drawn.points, session.data) : drawn;
  }, [loaded, session.data, price, updatedAt, type, timeframe, isDay]);
  return {
    series,
    history: isWide ? wide : { tickerId: ticker.id, timeframe, most },
    session: isDay ? session.data : undefined,
    isLoading: history.isLoading || (isDay && session.isLoading),
  };
}
