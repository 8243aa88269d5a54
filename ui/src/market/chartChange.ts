import type { PricePoint, Timeframe } from '~/api/types';
import { type Direction, directionOf, formatRate } from './format';

export interface RangeChange {
  /** Last price minus the one that is counted from. */
  value: number;
  /** In percent of that one; 0 when that is 0 or absent (CHRT-02), null of one below zero, where a percentage would point the wrong way. */
  percentage: number | null;
}

export function rangeChange(points: readonly PricePoint[], first = points[0]?.price ?? 0): RangeChange {
  const value = (points.at(-1)?.price ?? 0) - first;
  if (first < 0) return { value, percentage: null };
  return { value, percentage: first === 0 ? 0 : (100 * value) / first };
}

/** Which way the line went: by its percentage, and by the amount where there is none. */
export const rangeDirection = ({ value, percentage }: RangeChange): Direction =>
  directionOf(percentage ?? value);

const SPANS: Record<Exclude<Timeframe, '1D'>, string> = {
  '1W': 'past week',
  '7D': 'past week',
  '1M': 'past month',
  '3M': 'past three months',
  '6M': 'past six months',
  YTD: 'this year',
  '1Y': 'past year',
  '5Y': 'past five years',
  MAX: 'since the first bar',
};

/** What a change over a range is called; a day by the name of its session: 'today', 'Friday'. */
export const spanName = (timeframe: Timeframe, day: string) => (timeframe === '1D' ? day : SPANS[timeframe]);

/** The chart in one sentence, for those who do not see it (and for those who do); `name` is what the stretch is called. */
export function chartSentence(
  points: readonly PricePoint[],
  name: string,
  price: (value: number) => string,
  start = points[0]?.price ?? 0,
): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const change = rangeChange(points, start);
  const direction = rangeDirection(change);
  const { value, percentage } = change;
  const amount = percentage === null ? price(Math.abs(value)) : formatRate(Math.abs(percentage));
  const moved = direction === 'flat' ? 'unchanged' : `${direction} ${amount}`;
  let [low, high] = [first.price, first.price];
  for (const { price: each } of points) [low, high] = [Math.min(low, each), Math.max(high, each)];
  return `${name}: from ${price(start)} to ${price(last.price)}, ${moved}. Closes between ${price(low)} and ${price(high)}.`;
}
