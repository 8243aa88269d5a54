import type { TickerRow } from '~/api/types';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { Heatmap } from '.';

/** The group of stocks without a known sector. */
const UNKNOWN_SECTOR = 'Other';
export const sectorOf = (row: TickerRow) => row.sector ?? UNKNOWN_SECTOR;
/** Areas are only comparable in one currency. */
const capOf = (row: TickerRow) => inDisplayCurrency(row, row.marketCap);

/** Stocks by sector, sized by market cap. */
export function StockHeatmap({ label, rows }: { label: string; rows: readonly TickerRow[] }) {
  return <Heatmap label={label} rows={rows} sizeOf={capOf} sizeName="market cap" groupOf={sectorOf} />;
}
