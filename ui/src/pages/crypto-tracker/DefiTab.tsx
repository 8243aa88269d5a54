import { Panel } from '~/components/Panel';
import { formatMarketCap } from '~/market/format';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import { RANK } from './AllTab';
import classes from './CryptoTracker.module.css';
import { estimatedTvl, type RankedCoin } from './ranking';

/** CTRK-02: the places of the ranking that are shown. */
const [FIRST, LAST] = [7, 12];

const COLUMNS: Column<RankedCoin>[] = [
  RANK,
  columns.name,
  { ...columns.sector, key: 'protocol', title: 'Protocol' },
  columns.price,
  columns.change24h,
  columns.marketCap,
  {
    key: 'tvl',
    title: 'TVL (estimate)',
    value: estimatedTvl,
    render: (row) => formatMarketCap(estimatedTvl(row)),
    tip: 'Total value locked, estimated as 40% of the market cap: no source of the true figure is connected',
    inCard: true,
  },
];

/** CTRK-02: the ranking from 7 to 12, with an estimate of what is locked. */
export function DefiTab({ ranked }: { ranked: readonly RankedCoin[] }) {
  const shown = ranked.filter(({ rank }) => rank >= FIRST && rank <= LAST);
  return (
    <Panel title="DeFi" aside={<SampleBadge shown={ranked.some(({ isSample }) => isSample)} />}>
      <TickerTable
        label="DeFi"
        rows={shown}
        columns={COLUMNS}
        initialSort={{ key: 'rank', dir: 'asc' }}
        emptyText="No cryptocurrencies available at this time."
      />
      <p className={classes.foot}>
        Places {FIRST} to {LAST} by market cap. TVL is an estimate, 40% of the market cap, not a measured
        value.
      </p>
    </Panel>
  );
}
