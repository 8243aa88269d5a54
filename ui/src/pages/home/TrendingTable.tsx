import type { TickerRow } from '~/api/types';
import { WideTable } from '~/components/table/WideTable';
import { type Column, columns } from '~/widgets/TickerTable';

const RANK: Column = {
  key: 'rank',
  title: '#',
  align: 'left',
  render: (_, index) => <span className="num">{index + 1}</span>,
};
/** Columns of the table and its CSV file. */
export const TRENDING_COLUMNS: readonly Column[] = [
  RANK,
  columns.name,
  columns.type,
  columns.spark,
  columns.price,
  columns.change24h,
  { ...columns.change7d, hideBelow: 1640 },
  { ...columns.marketCap, hideBelow: 1640 },
];

/** The list on a wide screen, in the server's order: most trending first. */
export function TrendingTable({ rows }: { rows: readonly TickerRow[] }) {
  return <WideTable label="Trending tickers" rows={rows} columns={TRENDING_COLUMNS} />;
}
