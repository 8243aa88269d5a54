import type { PricePoint, Timeframe } from '~/api/types';
import { type Direction, directionOf, formatRate } from './format';

export interface RangeChange {
  /** The last price minus the base price. */
  value: number;
  /**
   * In percent of the base price; 0 if the base price is 0 or missing (CHRT-02), null if it is negative, because the
   * percentage would have the wrong sign.
   */
  percentage: number | null;
}

export function rangeChange(points: readonly PricePoint[], first = points[0]?.price ?? 0): RangeChange {
  const value = (points.at(-1)?.price ?? 0) - first;
  if (first < 0) return { value, percentage: null };
  return { value, percentage: first === 0 ? 0 : (100 * value) / first };
}

/** Returns the direction of the percentage, or of the amount if there is no percentage. */
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

/** Returns the name of a timeframe's period. `day` is the name for 1D: 'today', 'Friday'. */
export const spanName = (timeframe: Timeframe, day: string) => (timeframe === '1D' ? day : SPANS[timeframe]);

/** Describes the chart in one sentence. `name` is the name of the range; `start` is the price from which the change counts. */
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
  return `${name}: from ${price(start)} to ${price(last.price)}, ${moved}. Closing prices from ${price(low)} to ${price(high)}.`;
}
