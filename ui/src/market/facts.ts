import type { TickerDetail } from '~/api/types';
import { formatNumber, formatPercent, rangeEnd } from './format';
import { percentApart } from './measure';

/** A figure behind a rating, and the position of its mark on a short bar (0 left, 1 right). */
export interface Fact {
  name: string;
  text: string;
  at: number;
  /** A bar from the middle, a mark between low and high, or a mark on a band from 30 to 70. */
  bar: 'middle' | 'mark' | 'band';
  /** The values at both ends of the bar. */
  ends: readonly [low: string, high: string];
  /** The distance in percent; undefined for figures where higher is neither better nor worse. */
  percent?: number;
}

type MeasuredVolume = Pick<TickerDetail, 'type' | 'volume24h' | 'averageVolume30d'>;

type MeasuredTicker = Pick<
  TickerDetail,
  | 'type'
  | 'currency'
  | 'priceUnit'
  | 'decimals'
  | 'price'
  | 'average50d'
  | 'average200d'
  | 'rsi14'
  | 'yearHigh'
  | 'yearLow'
  | 'volatility30d'
  | 'volatility52w'
>;

/** The distance from an average, in percent, that fills half of the bar. */
const FULL_DISTANCE = 20;
/** The ratio (or its inverse) that fills half of the bar. */
const FULL_RATIO = 4;
const RATIO_ENDS = ['×¼', '×4'] as const;

/**
 * Returns the measured figures of a ticker in a fixed order, without unknown ones. All are computed by the server: averages of daily
 * closes, RSI 14 by Wilder (New Concepts in Technical Trading Systems, 1978), and volatility as the standard deviation of daily returns.
 */
export function factsOf(quote: MeasuredTicker): Fact[] {
  const { price, rsi14 } = quote;
  return [
    distanceFact('vs 50-day average', price, quote.average50d),
    distanceFact('vs 200-day average', price, quote.average200d),
    rsi14 === null
      ? null
      : {
          name: '14-day RSI',
          text: formatNumber(rsi14, 1),
          at: within(rsi14 / 100),
          bar: 'band' as const,
          ends: ['0', '100'] as const,
        },
    highFact(quote),
    ratioFact('Volatility, 30d vs 1y', ratio(quote.volatility30d, quote.volatility52w)),
  ].filter((fact): fact is Fact => fact !== null);
}

/** Returns the day's volume next to its average of 30 days; null if one is unknown. */
export function volumeFact({ type, volume24h, averageVolume30d }: MeasuredVolume): Fact | null {
  // A coin's volume is in dollars, but its average volume is in coins.
  return type === 'crypto' ? null : ratioFact('Volume vs 30d average', ratio(volume24h, averageVolume30d));
}

function distanceFact(name: string, price: number | null, average: number | null): Fact | null {
  const percent = percentApart(price, average);
  if (percent === null) return null;
  const at = within(0.5 + percent / (2 * FULL_DISTANCE));
  const ends = [formatPercent(-FULL_DISTANCE, 0), formatPercent(FULL_DISTANCE, 0)] as const;
  return { name, text: formatPercent(percent), at, bar: 'middle', ends, percent };
}

function highFact(quote: MeasuredTicker): Fact | null {
  const { price, yearHigh: high, yearLow: low } = quote;
  const percent = percentApart(price, high);
  if (percent === null || price === null || high === null || low === null) return null;
  const at = high > low ? within((price - low) / (high - low)) : 1;
  const ends = [rangeEnd(quote, low, quote.decimals), rangeEnd(quote, high, quote.decimals)] as const;
  return { name: 'From 52-week high', text: formatPercent(percent), at, bar: 'mark', ends, percent };
}

function ratioFact(name: string, factor: number | null): Fact | null {
  if (factor === null) return null;
  const at = within(0.5 + Math.log(factor) / (2 * Math.log(FULL_RATIO)));
  return { name, text: `×${formatNumber(factor)}`, at, bar: 'middle', ends: RATIO_ENDS };
}

const ratio = (part: number | null, whole: number | null): number | null =>
  part !== null && whole !== null && part > 0 && whole > 0 ? part / whole : null;

const within = (fraction: number): number => Math.min(1, Math.max(0, fraction));

/** A named price between support and the high. */
export interface Level {
  name: string;
  value: number;
  /** 0 at the lowest level, 1 at the highest. */
  at: number;
}

/** Returns the known levels, lowest first; empty unless there are two different ones. */
export function priceLevels(levels: readonly (readonly [name: string, value: number | null])[]): Level[] {
  const sorted = levels
    .flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
    .sort((a, b) => a.value - b.value);
  const [low, high] = [sorted[0]?.value ?? 0, sorted.at(-1)?.value ?? 0];
  return high > low ? sorted.map((level) => ({ ...level, at: (level.value - low) / (high - low) })) : [];
}
