import { useMemo } from 'react';
import { pollFasterWhileEmpty, priceHistoryQuery, sessionLineQuery } from '~/api/queries';
import type { HistoryPoint, PricePoint, SessionLine, Ticker, Timeframe } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import {
  BAR_LENGTHS,
  barLength,
  type ChartSeries,
  isDailyOrLonger,
  seriesByCount,
  seriesBySession,
  timeAt,
  withLivePrice,
} from '~/chart/series';
import { useQuote } from '~/live/useQuote';
import { tradingDays } from '~/market/day';
import { panHistory } from './panHistory';
import type { ShownHistory } from './useEarlierCloses';
import { MAX_POINTS } from './useMaxPoints';
import type { VisibleRange } from './useVisibleRange';

/** The right end follows the live price; the bars are refetched periodically. */
const REFETCH_MS: Partial<Record<Timeframe, number>> = { '1D': 5 * 60_000, '1W': 5 * 60_000 };
const REFETCH_SLOWLY_MS = 60 * 60_000;
/** Retry interval after a failed request. */
const RETRY_MS = 15_000;
/** CHRT-01: a range selected again later is refetched. */
const STALE_MS = 60_000;

/** One day of a market with sessions, placed within its session. */
function daySeries(history: readonly HistoryPoint[], session: SessionLine | undefined): ChartSeries {
  if (!session) return seriesByCount(history);
  const sessionSeries = seriesBySession(history, session);
  return sessionSeries.span
    ? sessionSeries
    : seriesBySession(session.points.length > 1 ? session.points : history, session);
}

/** Returns true if a query is for a range of a ticker, with any number of points. */
const isOfRange = (key: readonly unknown[] | undefined, tickerId: number, timeframe: Timeframe): boolean =>
  key?.[1] === tickerId && (key[3] as { timeframe?: Timeframe } | undefined)?.timeframe === timeframe;

interface ShownSeries {
  series: ChartSeries;
  /** The history that it shows. */
  history: ShownHistory;
  /** The session of a one-day range. */
  session: SessionLine | undefined;
  /** The price before its first point; null if unknown. */
  base: PricePoint | null;
  isLoading: boolean;
  /** Retries a failed request; null if nothing failed. */
  retry: (() => void) | null;
}

/**
 * The price history of a ticker in at most `most` points, ending at its live price. A zoomed part of daily bars uses
 * all days; a part of shorter bars uses a longer history where it reaches beyond the range.
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
    // While another number of points for the same range is loading, the known points stay.
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
  // Separate from the live price, so that a tick only updates its own point.
  const own = useMemo(() => {
    const points = history.data ?? [];
    return isDay ? daySeries(points, session.data) : seriesByCount(points);
  }, [history.data, session.data, isDay]);
  const isBeyond =
    view !== null && (isDailyOrLonger(timeframe) || view.from < timeAt(own, 0) - BAR_LENGTHS[timeframe]);
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
    const sessionSeries = withLivePrice(
      loaded,
      { price, updatedAt },
      barLength(loaded.points, timeframe),
      tradingDays({ type, timeZone, session: phase }),
    );
    // A session's line starts with its second price.
    return isDay && !isWide && !sessionSeries.span
      ? daySeries(sessionSeries.points, session.data)
      : sessionSeries;
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
