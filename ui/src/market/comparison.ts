import type { PricePoint, Timeframe } from '~/api/types';

/** One line of a comparison, at every moment of `Comparison.times`. */
export interface ComparedLine {
  symbol: string;
  /** Change in percent since the common start. */
  percents: number[];
  /** US dollars. */
  prices: number[];
}

export interface Comparison {
  /** ISO times, ascending. */
  times: string[];
  lines: ComparedLine[];
}

/** STCK-04: how many points a range keeps; YTD keeps all from 1 January on. */
const KEPT: Partial<Record<Timeframe, number>> = { '1D': 24, '7D': 168, '1M': 30 };

/** The points of a range: the last of them, or those of the year of `now` (ISO time). */
export function keptPoints(points: readonly PricePoint[], range: Timeframe, now: string): PricePoint[] {
  const kept = KEPT[range];
  if (kept) return points.slice(-kept);
  return range === 'YTD' ? points.filter(({ timestamp }) => timestamp >= now.slice(0, 4)) : [...points];
}

/**
 * Prices side by side, each as its change in percent since the first moment that all of them know. Where
 * a line has no point of its own, its last price goes on. Lines without points are left out.
 */
export function compare(series: readonly { symbol: string; points: readonly PricePoint[] }[]): Comparison {
  const known = series.filter(({ points }) => points.length > 0);
  const starts = known.map(({ points }) => points[0]?.timestamp ?? '');
  const start = starts.reduce((latest, each) => (each > latest ? each : latest), '');
  const all = known.flatMap(({ points }) => points.map(({ timestamp }) => timestamp));
  const times = [...new Set(all)].filter((time) => time >= start).sort();
  return { times, lines: known.map(({ symbol, points }) => lineOf(symbol, points, times)) };
}

function lineOf(symbol: string, points: readonly PricePoint[], times: readonly string[]): ComparedLine {
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
  const base = prices[0] || 1;
  return { symbol, prices, percents: prices.map((each) => (each / base - 1) * 100) };
}
