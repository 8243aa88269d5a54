import type { PricePoint, Timeframe } from '~/api/types';
import { directionOf, formatRate } from './format';
import { rangeLabel } from './locale';

export interface RangeChange {
  /** Last price minus first, in dollars. */
  value: number;
  /** In percent of the first price; 0 when that is 0 or absent (CHRT-02). */
  percentage: number;
}

export function rangeChange(points: readonly PricePoint[]): RangeChange {
  const first = points[0]?.price ?? 0;
  const value = (points.at(-1)?.price ?? 0) - first;
  return { value, percentage: first === 0 ? 0 : (100 * value) / first };
}

const SPANS: Record<Exclude<Timeframe, '1D'>, string> = {
  '1W': 'past week',
  '7D': 'past week',
  '1M': 'past month',
  '3M': 'past three months',
  YTD: 'this year',
  '1Y': 'past year',
  '5Y': 'past five years',
  MAX: 'all imported bars',
};

/** What a change over a range is called; a day by the name of its session: 'today', 'Friday'. */
export const spanName = (timeframe: Timeframe, day: string) => (timeframe === '1D' ? day : SPANS[timeframe]);

/** The chart in one sentence, for those who do not see it (and for those who do). */
export function chartSentence(
  points: readonly PricePoint[],
  timeframe: Timeframe,
  price: (value: number) => string,
): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const { percentage } = rangeChange(points);
  const direction = directionOf(percentage);
  const moved = direction === 'flat' ? 'unchanged' : `${direction} ${formatRate(Math.abs(percentage))}`;
  let [low, high] = [first.price, first.price];
  for (const { price: each } of points) [low, high] = [Math.min(low, each), Math.max(high, each)];
  return `${rangeLabel(timeframe)}: from ${price(first.price)} to ${price(last.price)}, ${moved}. Closes between ${price(low)} and ${price(high)}.`;
}
