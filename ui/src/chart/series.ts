import type { HistoryPoint, PricePoint, SessionLine, Timeframe } from '~/api/types';
import { type TradingDays, tradingDayOf } from '~/market/day';

export interface ChartPoint extends HistoryPoint {
  /** Position on the time axis, 0 at its left end. */
  x: number;
}

export interface ChartSeries {
  points: ChartPoint[];
  /** The right end of the time axis: beyond the last point while the session is open. */
  end: number;
  /** Unix milliseconds of the axis' ends if it measures time; null if it counts points. */
  span: { start: number; end: number } | null;
}

const MINUTE = 60_000;
export const BAR_LENGTHS: Record<Timeframe, number> = {
  '1D': 5 * MINUTE,
  '1W': 60 * MINUTE,
  '7D': 60 * MINUTE,
  '1M': 1440 * MINUTE,
  '3M': 1440 * MINUTE,
  '6M': 1440 * MINUTE,
  YTD: 1440 * MINUTE,
  '1Y': 1440 * MINUTE,
  '5Y': 1440 * MINUTE,
  MAX: 1440 * MINUTE,
};

interface LivePrice {
  price: number | null;
  updatedAt: string | null;
}

/** The last bar may be dated up to this many milliseconds after the last trade, so a quote that is older by less still updates it. */
const CLOCK_TOLERANCE = MINUTE;

/** Number of gaps from which `typicalGap` is computed. */
const GAP_SAMPLES = 15;

/** Returns the median gap between points in milliseconds, which ignores nights and holidays; 0 for fewer than two points. */
export function typicalGap(points: readonly PricePoint[]): number {
  const times = points.slice(0, GAP_SAMPLES + 1).map(({ timestamp }) => Date.parse(timestamp));
  const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
}

/** Returns the length of a bar in milliseconds. In the range 1W it depends on the chart's width. */
export const barLength = (points: readonly PricePoint[], timeframe: Timeframe): number =>
  (timeframe === '1W' || timeframe === '7D') && points.length > 2
    ? typicalGap(points)
    : BAR_LENGTHS[timeframe];

/** Returns the length of a bar in weeks; 0 if it is not a number of whole weeks. */
export function weeksPerBar(points: readonly PricePoint[]): number {
  const days = Math.round(typicalGap(points) / (1440 * MINUTE));
  return days % 7 ? 0 : days / 7;
}

/** Returns true if bars of this length are days, which have a date but no time. */
export const isDaily = (step: number) => step >= BAR_LENGTHS['1M'];

/** Returns true if the points of a timeframe are days. */
export const isDailyOrLonger = (timeframe: Timeframe): boolean => isDaily(BAR_LENGTHS[timeframe]);

/** Returns the date of a daily point: the date of its timestamp if that is midnight UTC, else the trading day. */
const dateOf = (timestamp: string, days: TradingDays): string =>
  /T00:00:00(\.0+)?Z$/.test(timestamp) ? timestamp.slice(0, 10) : tradingDayOf(timestamp, days);

/**
 * Adds the live price to a series: updates the last point within its interval, or appends a new one. Daily points are trading days of
 * the ticker, not of the user's time zone. Live prices older than the last point are ignored. Other points stay the same objects.
 */
export function withLivePrice(
  series: ChartSeries,
  live: LivePrice,
  step: number,
  days: TradingDays,
): ChartSeries {
  const last = series.points.at(-1);
  const { price, updatedAt } = live;
  if (!last || price === null || updatedAt === null) return series;
  if (isDaily(step)) return withLiveDay(series, last, price, tradingDayOf(updatedAt, days), days);
  const age = Date.parse(updatedAt) - Date.parse(last.timestamp);
  if (age < -CLOCK_TOLERANCE) return series;
  if (age >= step) return append(series, { timestamp: updatedAt, price });
  return replaceLast(series, { timestamp: age < 0 ? last.timestamp : updatedAt, price });
}

function withLiveDay(
  series: ChartSeries,
  last: ChartPoint,
  price: number,
  day: string,
  days: TradingDays,
): ChartSeries {
  const before = dateOf(last.timestamp, days);
  if (day < before) return series;
  if (day === before) return replaceLast(series, { timestamp: last.timestamp, price });
  return append(series, { timestamp: `${day}T00:00:00Z`, price });
}

/** Replaces the price of the last point and extends its bar's high and low. */
function replaceLast(series: ChartSeries, point: PricePoint): ChartSeries {
  const { x: _, ...last } = series.points.at(-1) as ChartPoint;
  const { high, low } = last;
  const extremes =
    high === undefined || low === undefined
      ? {}
      : { high: Math.max(high, point.price), low: Math.min(low, point.price) };
  return appendAtPosition(
    { ...series, points: series.points.slice(0, -1) },
    { ...last, ...point, ...extremes },
  );
}

/** Appends a point. If the series has bars, the new bar starts at the live price. */
function append(series: ChartSeries, point: PricePoint): ChartSeries {
  const { price } = point;
  const hasBars = series.points.at(-1)?.open !== undefined;
  return appendAtPosition(series, hasBars ? { ...point, open: price, high: price, low: price } : point);
}

/** Appends a point at the next position; in a session, at the position of its time. */
function appendAtPosition(series: ChartSeries, point: HistoryPoint): ChartSeries {
  const { span } = series;
  if (!span) {
    const points = [...series.points, { ...point, x: series.points.length }];
    return { points, end: Math.max(1, points.length - 1), span };
  }
  const time = Date.parse(point.timestamp);
  const positionOf = (time: number) => (time - span.start) / BAR_LENGTHS['1D'];
  const end = Math.max(span.end, time);
  return {
    points: [...series.points, { ...point, x: positionOf(time) }],
    end: positionOf(end),
    span: { start: span.start, end },
  };
}

/** Returns a series with evenly spaced points: nights and weekends leave no gap. */
export function seriesByCount(points: readonly HistoryPoint[]): ChartSeries {
  return {
    points: points.map((point, x) => ({ ...point, x })),
    end: Math.max(1, points.length - 1),
    span: null,
  };
}

type Session = Pick<SessionLine, 'sessionStart' | 'sessionEnd'> & Partial<SessionLine>;

/** Returns a series with points positioned by time over the whole session, including extended hours. The future stays empty. */
export function seriesBySession(points: readonly HistoryPoint[], session: Session): ChartSeries {
  const { sessionStart, sessionEnd, extended } = session;
  const start = Date.parse(extended?.start ?? sessionStart);
  const within = points.filter(({ timestamp }) => Date.parse(timestamp) >= Date.parse(sessionStart));
  if (within.length < 2) return seriesByCount(points);
  const positionOf = (time: number) => (time - start) / BAR_LENGTHS['1D'];
  const last = Date.parse((within.at(-1) as PricePoint).timestamp);
  const end = Math.max(Date.parse(extended?.end ?? sessionEnd), last);
  return {
    points: within.map((point) => ({ ...point, x: positionOf(Date.parse(point.timestamp)) })),
    end: positionOf(end),
    span: { start, end },
  };
}

/** Returns the index of the point nearest to a position. Points must be ascending. */
export function nearestIndex(points: readonly ChartPoint[], x: number): number {
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle] as ChartPoint).x <= x) low = middle;
    else high = middle;
  }
  const [left, right] = [points[low], points[high]];
  if (!left || !right) return 0;
  return x - left.x <= right.x - x ? low : high;
}

const timeOf = (point: ChartPoint | undefined): number => Date.parse(point?.timestamp ?? '');

/** Returns the time at a position in Unix milliseconds, interpolated between points. */
export function timeAt({ points, span, end }: ChartSeries, position: number): number {
  if (span) return span.start + (position / end) * (span.end - span.start);
  const index = Math.max(0, Math.min(points.length - 1, Math.floor(position)));
  const time = timeOf(points[index]);
  const next = timeOf(points[index + 1]);
  return Number.isNaN(next) ? time : time + (position - index) * (next - time);
}

/** Returns the position of a time, limited to the first and the last point. */
export function positionOfTime({ points, span, end }: ChartSeries, time: number): number {
  if (span) return Math.max(0, Math.min(end, ((time - span.start) / (span.end - span.start)) * end));
  let [low, high] = [0, points.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (timeOf(points[middle]) <= time) low = middle;
    else high = middle;
  }
  const [before, after] = [timeOf(points[low]), timeOf(points[high])];
  if (!(after > before)) return low;
  return Math.max(0, Math.min(high, low + (time - before) / (after - before)));
}
