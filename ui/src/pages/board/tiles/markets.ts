import type { TickerType, TileContent } from '~/api/types';

export type TileMarket = Extract<TileContent, { kind: 'heatmap' }>['market'];

/** What the markets are called, and which tickers belong to them. */
export const MARKETS: Readonly<Record<TileMarket, { name: string; adjective: string; type: TickerType }>> = {
  stocks: { name: 'Stocks', adjective: 'Stock', type: 'stock' },
  crypto: { name: 'Crypto', adjective: 'Crypto', type: 'crypto' },
  commodities: { name: 'Commodities', adjective: 'Commodity', type: 'commodity' },
};

/** Lists of whole markets are asked for again after this time; their prices are live. */
export const RENEW_MS = 300_000;
