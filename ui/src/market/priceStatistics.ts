import type { PricePoint } from '~/api/types';

/** Minimum number of common daily changes for a correlation. */
const MIN_CHANGES = 20;

/** Returns the time `months` months before `now`, on the last day of a shorter month. */
export function monthsBefore(now: number, months: number): number {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  // February 30 would be in March.
  if (then.getUTCDate() !== new Date(now).getUTCDate()) then.setUTCDate(0);
  return then.getTime();
}

/** Returns the largest fall from a high to a later low, in percent: 0 or below; null without two points. */
export function maxDrawdown(points: readonly PricePoint[]): number | null {
  if (points.length < 2) return null;
  let high = Number.NEGATIVE_INFINITY;
  let largest = 0;
  for (const { price } of points) {
    high = Math.max(high, price);
    if (high > 0) largest = Math.min(largest, (price / high - 1) * 100);
  }
  return largest;
}

/**
 * Returns the correlation of the changes of two prices between the times that both have, from −1 to 1; null with fewer than 20
 * changes, or if one price never changed.
 */
export function correlation(one: readonly PricePoint[], other: readonly PricePoint[]): number | null {
  const otherPrices = new Map(other.map(({ timestamp, price }) => [timestamp, price]));
  const pairs = one.flatMap(({ timestamp, price }) => {
    const second = otherPrices.get(timestamp);
    return second === undefined || price <= 0 || second <= 0 ? [] : [[price, second] as const];
  });
  const changes = pairs.slice(1).map(([price, second], index) => {
    const [priceBefore, secondBefore] = pairs[index] as readonly [number, number];
    return [price / priceBefore - 1, second / secondBefore - 1] as const;
  });
  if (changes.length < MIN_CHANGES) return null;
  const mean = (part: 0 | 1) => changes.reduce((sum, change) => sum + change[part], 0) / changes.length;
  const [firstMean, secondMean] = [mean(0), mean(1)];
  let [covariance, firstVariance, secondVariance] = [0, 0, 0];
  for (const [first, second] of changes) {
    covariance += (first - firstMean) * (second - secondMean);
    firstVariance += (first - firstMean) ** 2;
    secondVariance += (second - secondMean) ** 2;
  }
  return firstVariance === 0 || secondVariance === 0
    ? null
    : covariance / Math.sqrt(firstVariance * secondVariance);
}
