import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';

/**
 * The square root of the market cap, as the size of a tile in a market that one member dominates, such as Bitcoin. With the market cap
 * itself, all other tiles would be too small.
 */
export function sqrtMarketCap(row: TickerRow): number | null {
  const cap = inDisplayCurrency(row, row.marketCap);
  return cap && Math.sqrt(cap);
}
