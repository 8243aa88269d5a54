import type { TickerRow } from '~/api/types';

/** For a market of which one member has most, as Bitcoin of all coins: by market cap itself, all others would be crumbs. */
export const rootOfCap = ({ marketCap }: TickerRow): number | null => marketCap && Math.sqrt(marketCap);
