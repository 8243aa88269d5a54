import type { TickerRow } from '~/api/types';
import { WideTable } from '~/components/table/WideTable';
import { type Column, columns } from '~/widgets/TickerTable';

const RANK: Column = {
  key: 'rank',
  title: '#',
  align: 'left',
  render: (_, index) => <span className="num">{index + 1}</span>,
};
/** Of the table, and of its file. */
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

/** The list on a wide screen, in the order of the server: what trends comes first. */
export function TrendingTable({ rows }: { rows: readonly TickerRow[] }) {
  return <WideTable label="Trending tickers" rows={rows} columns={TRENDING_COLUMNS} />;
}
