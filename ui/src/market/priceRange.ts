import type { PriceRange } from '~/api/types';
import { formatDay } from './day';
import { percentApart } from './measure';
import { positionInRange } from './positionInRange';

type Range = PriceRange | undefined;

/** Returns the highest known price: of the history, or the newest one. */
export function highestPrice(range: Range, price: number | null): number | null {
  const high = range?.allTimeHigh?.value ?? null;
  return high === null || price === null ? high : Math.max(high, price);
}

/** Returns the distance of a price from the highest known one, in percent: 0 or below. */
export const fromHighest = (range: Range, price: number | null): number | null =>
  percentApart(price, highestPrice(range, price));

/** Returns the position of a price between the 52-week low and high, in percent. */
export function yearPosition(range: Range, price: number | null): number | null {
  const [low, high] = [range?.yearLow ?? null, range?.yearHigh ?? null];
  if (price === null || low === null || high === null || high <= low) return null;
  return 100 * positionInRange(price, low, high);
}

/** Describes the highest price: 'All-time high, November 3, 2025', or 'High since 2021, November 3, 2025' if the history begins later. */
export function highName(range: Range): string | undefined {
  const high = range?.allTimeHigh;
  if (!high) return undefined;
  const name =
    high.isAllTime || high.since === null ? 'All-time high' : `High since ${high.since.slice(0, 4)}`;
  return high.date === null ? name : `${name}, ${formatDay(high.date)}`;
}
