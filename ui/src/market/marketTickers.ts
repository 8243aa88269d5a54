import type { TickerType } from '~/api/types';

/** The index that represents the whole market. */
export const SP500 = '^GSPC';
/** STCK-01: the id of the S&P 500, which is the same in the sample market and the live market. */
export const SP500_ID = '1';

export interface MarketTicker {
  symbol: string;
  type: TickerType;
}

/** Four stock indices, two coins, gold and oil: the day's markets at a glance. */
export const MARKETS_TODAY: readonly MarketTicker[] = [
  { symbol: SP500, type: 'index' },
  { symbol: '^IXIC', type: 'index' },
  { symbol: '^DJI', type: 'index' },
  { symbol: '^RUT', type: 'index' },
  { symbol: 'BTC', type: 'crypto' },
  { symbol: 'ETH', type: 'crypto' },
  { symbol: 'GC=F', type: 'commodity' },
  { symbol: 'CL=F', type: 'commodity' },
];
