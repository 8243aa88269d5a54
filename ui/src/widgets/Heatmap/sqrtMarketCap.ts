import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';

/** For a market of which one member has most, as Bitcoin of all coins: by market cap itself, all others would be crumbs. */
export function sqrtMarketCap(row: TickerRow): number | null {
  const cap = inDisplayCurrency(row, row.marketCap);
  return cap && Math.sqrt(cap);
}
