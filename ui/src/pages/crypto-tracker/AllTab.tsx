import type { TickerRow } from '~/api/types';
import { HeadTools } from '~/components/HeadTools';
import { Panel } from '~/components/Panel';
import { TABLE_OR_HEATMAP, ViewSwitch } from '~/components/ViewSwitch';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { Heatmap } from '~/widgets/Heatmap';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import classes from './CryptoTracker.module.css';
import type { RankedCoin } from './ranking';

/** The place by market cap, whatever the table is sorted by. */
export const RANK: Column<RankedCoin> = {
  key: 'rank',
  title: '#',
  align: 'left',
  value: (row) => row.rank,
  render: (row) => <span className={`num ${classes.rank}`}>{row.rank}</span>,
  inCard: 'lead',
};
const COLUMNS: Column<RankedCoin>[] = [
  RANK,
  columns.name,
  columns.spark,
  columns.price,
  columns.change24h,
  columns.change7d,
  columns.marketCap,
  columns.dollarVolume,
];
const capOf = (row: TickerRow) => row.marketCap;
const categoryOf = (row: TickerRow) => row.sector ?? 'Other';

/** CTRK-02: every coin by market cap, as a table or as a map. */
export function AllTab({ ranked }: { ranked: readonly RankedCoin[] }) {
  const [view, setView] = useUrlChoice('view', ['table', 'heatmap']);
  const phone = useIsPhone();
  return (
    <Panel
      title="All Cryptocurrencies"
      aside={<SampleBadge shown={ranked.some(({ isSample }) => isSample)} />}
    >
      <HeadTools>
        <div className={classes.controls}>
          <ViewSwitch label="View" views={TABLE_OR_HEATMAP} value={view} onChange={setView} />
        </div>
      </HeadTools>
      {view === 'heatmap' ? (
        <Heatmap
          label="Heatmap of cryptocurrencies"
          rows={ranked}
          sizeOf={capOf}
          sizeName="market cap"
          // A phone has no room for one picture of them all: strips by category.
          groupOf={phone ? categoryOf : undefined}
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
