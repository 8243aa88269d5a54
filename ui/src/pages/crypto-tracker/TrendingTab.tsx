import { tickerQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { COIN_RANGE_LABELS, rangeChoices } from '~/market/locale';
import { PriceChart } from '~/widgets/PriceChart/PriceChart';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import classes from './CryptoTracker.module.css';
import { strongest } from './ranking';

/** Columns that fit next to the chart. */
const COLUMNS: readonly Column[] = [
  columns.name,
  { ...columns.sector, title: 'Category', hideBelow: 1240, inCard: false },
  columns.spark,
  columns.price,
  columns.change24h,
  columns.change7d,
  { ...columns.marketCap, hideBelow: 1100 },
  { ...columns.tradedValue, hideBelow: 1100 },
];
const RANGES = rangeChoices(['1D', '1W', '1M', '3M', '1Y'], COIN_RANGE_LABELS);

/** CTRK-02: top gainers over 24 hours, Bitcoin's chart, and top gainers over a week. */
export default function TrendingTab({ rows }: { rows: readonly TickerRow[] }) {
  const bitcoin = useQuery(tickerQuery('BTC'));
  return (
    <div className={classes.trending}>
      <Panel title="Trending" aside={<SampleBadge shown={rows.some(({ isSample }) => isSample)} />}>
        <Strongest label="Trending" rows={rows} period="24h" emptyText="No price changes yet." />
      </Panel>
      <div className={classes.chart}>
        <QueryState query={bitcoin} skeleton={<BlockSkeleton height={420} />}>
          {(ticker) => <PriceChart ticker={ticker} title={`${ticker.name} Price`} ranges={RANGES} />}
        </QueryState>
      </div>
      <Panel title="Strongest in 7 days">
        <Strongest
          label="Strongest in 7 days"
          rows={rows}
          period="7d"
          urlPrefix="week-"
          emptyText="No 7-day changes yet."
        />
      </Panel>
    </div>
  );
}

interface StrongestProps {
  label: string;
  rows: readonly TickerRow[];
  period: '24h' | '7d';
  urlPrefix?: string;
  emptyText: string;
}

/** The largest gainers over a day or a week, sorted by that change. */
function Strongest({ rows, period, ...table }: StrongestProps) {
  return (
    <TickerTable
      {...table}
      rows={strongest(rows, `change${period}`)}
      columns={COLUMNS}
      initialSort={{ key: period, dir: 'desc' }}
    />
  );
}
