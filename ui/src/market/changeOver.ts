import type { PricePoint } from '~/api/types';

/**
 * The percent change of a price since `from` (milliseconds), relative to the last bar before it; null if no bar reaches
 * back that far.
 */
export function changeOver(bars: readonly PricePoint[], price: number | null, from: number): number | null {
  const before = bars.findLast(({ timestamp }) => Date.parse(timestamp) <= from)?.price;
  return !before || before < 0 || price === null ? null : (price / before - 1) * 100;
}
