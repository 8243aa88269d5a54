import type { HistoryPoint, PricePoint, Timeframe } from '~/api/types';

/** A line of a comparison, with a value at each of `Comparison.times`. */
export interface ComparedLine {
  symbol: string;
  /** Percent change since the price before the common start, or since the start. */
  percents: number[];
  /** Prices in the ticker's currency. */
  prices: number[];
}

interface ComparedSeries {
  symbol: string;
  points: readonly PricePoint[];
  /** The price before the first point; null if unknown. */
  base?: number | null;
}

export interface Comparison {
  /** ISO times, ascending. */
  times: string[];
  lines: ComparedLine[];
  /** True if changes are relative to the prices before the first time, as in a chart; else to the first time. */
  isFromBefore: boolean;
}

/** STCK-04: maximum number of points per range. YTD has all points since January 1. */
const MAX_POINTS: Partial<Record<Timeframe, number>> = { '1D': 24, '7D': 168, '1M': 30 };

/** Returns the price before the first point in the range: the last omitted point, or the range's base price. */
export function baseOf(points: readonly HistoryPoint[], pointsInRange: readonly PricePoint[]): number | null {
  const lastOmitted = points[points.length - pointsInRange.length - 1];
  return lastOmitted?.price ?? points[0]?.base?.price ?? null;
}

/** Returns the points of a range: the last ones, or the points of the current year (`now` is an ISO time). */
export function keptPoints(points: readonly PricePoint[], range: Timeframe, now: string): PricePoint[] {
  const maxPoints = MAX_POINTS[range];
  if (maxPoints) return points.slice(-maxPoints);
  return range === 'YTD' ? points.filter(({ timestamp }) => timestamp >= now.slice(0, 4)) : [...points];
}

/** Compares times, which can't be compared as text because only some have fractions of a second. */
const isLater = (left: string, right: string): boolean => Date.parse(left) > Date.parse(right);

/** Sorts times and removes duplicates. */
function sortedTimes(times: readonly string[]): string[] {
  const uniqueTimes = new Map(times.map((time) => [Date.parse(time), time]));
  return [...uniqueTimes.entries()].sort(([a], [b]) => a - b).map(([, time]) => time);
}

/**
 * Compares prices as percent changes since the price before the first common time, or since that time if a line has no
 * price before it. A line without a point at some time repeats its last price. Lines without points are omitted.
 */
export function compare(series: readonly ComparedSeries[]): Comparison {
  const nonEmpty = series.filter(({ points }) => points.length > 0);
  const starts = nonEmpty.map(({ points }) => points[0]?.timestamp ?? '');
  const start = starts.reduce((latest, each) => (isLater(each, latest) ? each : latest), starts[0] ?? '');
  const allTimes = nonEmpty.flatMap(({ points }) => points.map(({ timestamp }) => timestamp));
  const times = sortedTimes(allTimes).filter((time) => !isLater(start, time));
  const bases = nonEmpty.map((line) => priceBefore(line, start));
  const isFromBefore = nonEmpty.length > 0 && bases.every((base) => base !== null && base > 0);
  return {
    times,
    lines: nonEmpty.map(({ symbol, points }, index) =>
      lineOf(symbol, points, times, isFromBefore ? (bases[index] ?? null) : null),
    ),
    isFromBefore,
  };
}

/** Returns the last price of a line before a time. */
const priceBefore = ({ points, base }: ComparedSeries, start: string): number | null =>
  points.findLast(({ timestamp }) => timestamp < start)?.price ?? base ?? null;

function lineOf(
  symbol: string,
  points: readonly PricePoint[],
  times: readonly string[],
  before: number | null,
): ComparedLine {
  const prices: number[] = [];
  let next = 0;
  let price = points[0]?.price ?? 0;
  for (const time of times) {
    while (next < points.length && (points[next] as PricePoint).timestamp <= time) {
      price = (points[next] as PricePoint).price;
      next++;
    }
    prices.push(price);
  }
  const base = before ?? (prices[0] || 1);
  return { symbol, prices, percents: prices.map((each) => (each / base - 1) * 100) };
}
