import type { PricePoint } from '~/api/types';

/** The change of a price since `from` (milliseconds), in percent, by the last bar until then; null where none reaches so far back. */
export function changeOver(bars: readonly PricePoint[], price: number | null, from: number): number | null {
  const before = bars.findLast(({ timestamp }) => Date.parse(timestamp) <= from)?.price;
  return !before || before < 0 || price === null ? null : (price / before - 1) * 100;
}
