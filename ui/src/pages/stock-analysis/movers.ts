import type { TickerRow } from '~/api/types';
import { traded } from '~/market/measure';

/** STCK-03: number of rows per list. */
export const SHOWN_COUNT = 5;

/** The five largest gainers or losers; stocks without a known change are left out. */
export function movers(
  rows: readonly TickerRow[],
  direction: 'asc' | 'desc',
  changeKey: 'change24h' | 'change7d' = 'change24h',
): TickerRow[] {
  const factor = direction === 'asc' ? 1 : -1;
  return rows
    .filter((row) => row[changeKey] !== null)
    .sort((a, b) => factor * ((a[changeKey] ?? 0) - (b[changeKey] ?? 0)))
    .slice(0, SHOWN_COUNT);
}

/** The five largest by traded value, compared in one currency. */
export function mostTraded(rows: readonly TickerRow[]): TickerRow[] {
  const weight = (row: TickerRow) => traded(row) ?? 0;
  return rows
    .filter((row) => weight(row) > 0)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, SHOWN_COUNT);
}
