import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { Heatmap } from '.';

/** The group of stocks of which no sector is known. */
const UNKNOWN_SECTOR = 'Other';
export const sectorOf = (row: TickerRow) => row.sector ?? UNKNOWN_SECTOR;
/** Areas can be compared in one currency only. */
const capOf = (row: TickerRow) => inDisplayCurrency(row, row.marketCap);

/** Stocks by sector, as large as their market cap. */
export function StockHeatmap({ label, rows }: { label: string; rows: readonly TickerRow[] }) {
  return <Heatmap label={label} rows={rows} sizeOf={capOf} sizeName="market cap" groupOf={sectorOf} />;
}
