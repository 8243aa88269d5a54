import type { TickerRow } from '~/api/types';

/** COMM-01: the emoji of each sector, in the order of the tabs; other sectors follow. */
const EMOJI: Readonly<Record<string, string>> = {
  Energy: '⚡',
  Metals: '🥇',
  Agriculture: '🌾',
  Materials: '🧱',
};
const OTHER_EMOJI = '📊';
/** The tab of commodities without a known sector. */
const UNKNOWN_SECTOR = 'Other';

export const sectorOf = (row: TickerRow): string => row.sector ?? UNKNOWN_SECTOR;
export const emojiOf = (sector: string): string => EMOJI[sector] ?? OTHER_EMOJI;

/** The distinct sectors of the rows, in the order of the tabs. */
export function sectorsOf(rows: readonly TickerRow[]): string[] {
  const order = Object.keys(EMOJI);
  const rank = (sector: string) => (order.includes(sector) ? order.indexOf(sector) : order.length);
  return [...new Set(rows.map(sectorOf))].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Rows grouped by sector; the order within a sector stays. */
export function bySector(rows: readonly TickerRow[]): TickerRow[] {
  return sectorsOf(rows).flatMap((sector) => rows.filter((row) => sectorOf(row) === sector));
}
