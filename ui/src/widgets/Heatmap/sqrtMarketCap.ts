import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';

/** For markets dominated by one member, such as Bitcoin: by market cap itself, all others would be too small. */
export function sqrtMarketCap(row: TickerRow): number | null {
  const cap = inDisplayCurrency(row, row.marketCap);
  return cap && Math.sqrt(cap);
}
