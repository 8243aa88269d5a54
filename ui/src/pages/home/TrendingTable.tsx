import type { TickerRow } from '~/api/types';
import { type Column, columns, QuotedTable, type RowSheet } from '~/widgets/TickerTable';

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
  columns.dayChange,
  { ...columns.change7d, hideBelow: 1640 },
  { ...columns.marketCap, hideBelow: 1640 },
];

interface Props {
  rows: readonly TickerRow[];
  /** All tickers that match the filter. */
  matching: readonly TickerRow[];
  sheet: RowSheet<TickerRow>;
}

/** The list on a wide screen, in the server's order: most trending first. */
export function TrendingTable({ rows, matching, sheet }: Props) {
  return (
    <QuotedTable
      label="Trending tickers"
      rows={rows}
      columns={TRENDING_COLUMNS}
      order={matching}
      sheet={sheet}
    />
  );
}
