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
  base?: PricePoint | null;
}

export interface Comparison {
  /** ISO times, ascending; the first one is that of the base prices. */
  times: string[];
  lines: ComparedLine[];
  /** True if the base prices are those before the range, as in a chart; else they are the first ones in it. */
  isFromBefore: boolean;
}

/** STCK-04: maximum number of points per range. YTD has all points since January 1. */
const MAX_POINTS: Partial<Record<Timeframe, number>> = { '1D': 24, '7D': 168, '1M': 30 };

/** Returns the point before the first one in the range: the last omitted point, or the range's base price. */
export function baseOf(
  points: readonly HistoryPoint[],
  pointsInRange: readonly PricePoint[],
): PricePoint | null {
  const lastOmitted = points[points.length - pointsInRange.length - 1];
  return lastOmitted ?? points[0]?.base ?? null;
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
 * price before it. All lines start there, at 0. A line without a point at some time repeats its last price. Lines without points are omitted.
 */
export function compare(series: readonly ComparedSeries[]): Comparison {
  const nonEmpty = series.filter(({ points }) => points.length > 0);
  const starts = nonEmpty.map(({ points }) => points[0]?.timestamp ?? '');
  const start = starts.reduce((latest, each) => (isLater(each, latest) ? each : latest), starts[0] ?? '');
  const allTimes = nonEmpty.flatMap(({ points }) => points.map(({ timestamp }) => timestamp));
  const times = sortedTimes(allTimes).filter((time) => !isLater(start, time));
  const bases = nonEmpty.flatMap((line) => pointBefore(line, start) ?? []);
  const isFromBefore =
    bases.length > 0 && bases.length === nonEmpty.length && bases.every(({ price }) => price > 0);
  if (!isFromBefore) return { times, lines: nonEmpty.map((line) => lineOf(line, times, null)), isFromBefore };
  const baseTime = sortedTimes(bases.map(({ timestamp }) => timestamp)).at(-1) as string;
  return {
    times: [baseTime, ...times],
    lines: nonEmpty.map((line, index) => lineOf(line, times, bases[index]?.price ?? null)),
    isFromBefore,
  };
}

/** Returns the last point of a line before a time. */
const pointBefore = ({ points, base }: ComparedSeries, start: string): PricePoint | null =>
  points.findLast(({ timestamp }) => timestamp < start) ?? base ?? null;

/** `before` is the price before the first time, with which the line starts; null if there is none. */
function lineOf(
  { symbol, points }: ComparedSeries,
  times: readonly string[],
  before: number | null,
): ComparedLine {
  const prices = before === null ? [] : [before];
  let next = 0;
  let price = points[0]?.price ?? 0;
  for (const time of times) {
    while (next < points.length && (points[next] as PricePoint).timestamp <= time) {
      price = (points[next] as PricePoint).price;
      next++;
    }
    prices.push(price);
  }
  const base = prices[0] || 1;
  return { symbol, prices, percents: prices.map((each) => (each / base - 1) * 100) };
}
