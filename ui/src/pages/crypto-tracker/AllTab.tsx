import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { PanelActions } from '~/components/PanelActions';
import { TableOrHeatmap } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { Heatmap } from '~/widgets/Heatmap';
import { sqrtMarketCap } from '~/widgets/Heatmap/sqrtMarketCap';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import classes from './CryptoTracker.module.css';
import type { RankedCoin } from './ranking';

/** The rank by market cap; it stays the same when the table is sorted by another column. */
export const RANK: Column<RankedCoin> = {
  key: 'rank',
  title: '#',
  sortTitle: 'Rank',
  align: 'left',
  value: (row) => row.rank,
  render: (row) => <span className={`num ${classes.rank}`}>{row.rank}</span>,
  inCard: 'lead',
};
const COLUMNS: Column<RankedCoin>[] = [
  RANK,
  columns.name,
  { ...columns.sector, title: 'Category', hideBelow: 2400, inCard: false },
  columns.spark,
  columns.price,
  columns.change24h,
  columns.change7d,
  columns.marketCap,
  columns.tradedValue,
];
const categoryOf = (row: TickerRow) => row.sector ?? 'Other';

/** CTRK-02: all coins by market cap, as a table or a heatmap. */
export function AllTab({ ranked }: { ranked: readonly RankedCoin[] }) {
  const [view, setView] = useUrlChoice('view', ['table', 'heatmap']);
  return (
    <Panel
      title="All Cryptocurrencies"
      aside={<SampleBadge shown={ranked.some(({ isSample }) => isSample)} />}
    >
      <PanelActions>
        <div className={classes.controls}>
          <TableOrHeatmap value={view} onChange={setView} />
        </div>
      </PanelActions>
      {view === 'heatmap' ? (
        <Heatmap
          label="Heatmap of cryptocurrencies"
          rows={ranked}
          sizeOf={sqrtMarketCap}
          sizeName="square root of market cap"
          unknownName="market cap"
          groupOf={categoryOf}
        />
      ) : (
        <TickerTable
          label="All Cryptocurrencies"
          rows={ranked}
          columns={COLUMNS}
          initialSort={{ key: 'rank', dir: 'asc' }}
          emptyText="No cryptocurrencies available at this time."
          step={25}
        />
      )}
    </Panel>
  );
}
