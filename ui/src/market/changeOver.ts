import type { PricePoint } from '~/api/types';

/**
 * Returns the percent change of a price since `from` (Unix milliseconds), relative to the last bar before that time; null if there is
 * no such bar.
 */
export function changeOver(bars: readonly PricePoint[], price: number | null, from: number): number | null {
  const base = bars.findLast(({ timestamp }) => Date.parse(timestamp) <= from)?.price;
  return !base || base < 0 || price === null ? null : (price / base - 1) * 100;
}
