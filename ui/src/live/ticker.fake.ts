import type { Ticker } from '~/api/types';

/** A ticker as a test needs it. */
export const fakeTicker = (id: number, fields: Partial<Ticker> = {}): Ticker => ({
  id,
  symbol: `T${id}`,
  name: `Ticker ${id}`,
  type: 'stock',
  sector: null,
  country: null,
  logo: null,
  price: 100,
  change24h: 1,
  change7d: 2,
  marketCap: 1e9,
  volume24h: 1e6,
  updatedAt: '2026-11-20T15:00:00Z',
  source: 'sample',
  isSample: true,
  decimals: 2,
  session: 'regular',
  sessionEndsAt: '2026-11-20T21:00:00Z',
  nextSession: 'post',
  stale: false,
  staleAt: '2026-11-20T15:20:00Z',
  ...fields,
});
