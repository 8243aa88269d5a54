import type { TickerRow } from '~/api/types';

/** STCK-03. */
export const SHOWN = 5;

/** The first five by 24h change; a stock whose change is unknown is neither. */
export function movers(rows: readonly TickerRow[], way: 'asc' | 'desc'): TickerRow[] {
  const sign = way === 'asc' ? 1 : -1;
  return rows
    .filter((row) => row.change24h !== null)
    .sort((a, b) => sign * ((a.change24h ?? 0) - (b.change24h ?? 0)))
    .slice(0, SHOWN);
}
