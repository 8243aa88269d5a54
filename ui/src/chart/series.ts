import type { PricePoint, SessionLine, Timeframe } from '~/api/types';

export interface ChartPoint extends PricePoint {
  /** Place on the time axis, 0 at its left end. */
  x: number;
}

export interface ChartSeries {
  points: ChartPoint[];
  /** The right end of the time axis: beyond the last point where the session is not over. */
  end: number;
  /** Epoch milliseconds of the axis' ends where it measures time; null where it counts points. */
  span: { start: number; end: number } | null;
}

const MINUTE = 60_000;
export const STEPS: Record<Timeframe, number> = {
  '1D': 5 * MINUTE,
  '1W': 60 * MINUTE,
  '7D': 60 * MINUTE,
  '1M': 1440 * MINUTE,
  '3M': 1440 * MINUTE,
  YTD: 1440 * MINUTE,
  '1Y': 1440 * MINUTE,
  '5Y': 1440 * MINUTE,
  MAX: 1440 * MINUTE,
};

interface LiveEnd {
  price: number | null;
  updatedAt: string | null;
}

/** An interval under way may be stamped with the moment of the answer, just after the last trade. */
const JUST_NOW = MINUTE;

/**
 * The series ending in the live price: it renews the last point while its interval lasts, and adds
 * one after that. A daily point keeps its date. Live prices older than the last point change nothing.
 */
export function withLiveEnd(points: readonly PricePoint[], live: LiveEnd, step: number): PricePoint[] {
  const last = points.at(-1);
  if (!last || live.price === null || live.updatedAt === null) return [...points];
  const age = Date.parse(live.updatedAt) - Date.parse(last.timestamp);
  if (age < -JUST_NOW) return [...points];
  const daily = step >= STEPS['1M'];
  if (age >= step) return [...points, { timestamp: live.updatedAt, price: live.price }];
  const timestamp = daily || age < 0 ? last.timestamp : live.updatedAt;
  return [...points.slice(0, -1), { timestamp, price: live.price }];
}

/** Points side by side, as far apart as their number allows: nights and weekends leave no gap. */
export function seriesByCount(points: readonly PricePoint[]): ChartSeries {
  return {
    points: points.map((point, x) => ({ ...point, x })),
    end: Math.max(1, points.length - 1),
    span: null,
  };
}

type Session = Pick<SessionLine, 'sessionStart' | 'sessionEnd'>;

/** One session over its full length: what has not happened yet stays empty. */
export function seriesBySession(points: readonly PricePoint[], session: Session): ChartSeries {
  const start = Date.parse(session.sessionStart);
  const within = points.filter(({ timestamp }) => Date.parse(timestamp) >= start);
  if (within.length < 2) return seriesByCount(points);
  const place = (time: number) => (time - start) / STEPS['1D'];
  const last = Date.parse((within.at(-1) as PricePoint).timestamp);
  const end = Math.max(Date.parse(session.sessionEnd), last);
  return {
    points: within.map((point) => ({ ...point, x: place(Date.parse(point.timestamp)) })),
    end: place(end),
    span: { start, end },
  };
}

/** Index of the point nearest to a place on the axis. Points ascend. */
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
