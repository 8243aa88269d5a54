import type { PricePoint, Timeframe } from '~/api/types';
import { formatPercent } from './format';

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

const SPANS: Record<Timeframe, string> = {
  '1D': 'today',
  '1W': 'past week',
  '7D': 'past week',
  '1M': 'past month',
  '3M': 'past three months',
  YTD: 'this year',
  '1Y': 'past year',
  '5Y': 'past five years',
  MAX: 'all imported bars',
};

export const spanName = (timeframe: Timeframe) => SPANS[timeframe];

/** The chart in one sentence, for those who do not see it (and for those who do). */
export function chartSentence(
  points: readonly PricePoint[],
  timeframe: Timeframe,
  price: (value: number) => string,
): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const prices = points.map((point) => point.price);
  const { percentage } = rangeChange(points);
  const moved =
    percentage === 0
      ? 'unchanged'
      : `${percentage > 0 ? 'up' : 'down'} ${formatPercent(Math.abs(percentage)).slice(1)}`;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return `${timeframe}: from ${price(first.price)} to ${price(last.price)}, ${moved}. Closes between ${price(low)} and ${price(high)}.`;
}
