import type { TickerType, TileContent } from '~/api/types';

export type TileMarket = Extract<TileContent, { kind: 'heatmap' }>['market'];

/** Names of the markets and the ticker type of each. */
export const MARKETS: Readonly<Record<TileMarket, { name: string; adjective: string; type: TickerType }>> = {
  stocks: { name: 'Stocks', adjective: 'Stock', type: 'stock' },
  crypto: { name: 'Crypto', adjective: 'Crypto', type: 'crypto' },
  commodities: { name: 'Commodities', adjective: 'Commodity', type: 'commodity' },
};

/** Refetch interval of whole-market lists; their prices are live. */
export const REFETCH_MS = 300_000;
