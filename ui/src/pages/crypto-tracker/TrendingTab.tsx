import { useQuery } from '@tanstack/react-query';
import { tickerQuery } from '~/api/queries';
import type { TickerRow, Timeframe } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { PriceChart } from '~/widgets/PriceChart';
import { SampleBadge } from '~/widgets/SampleBadge';
import { columns, TickerTable } from '~/widgets/TickerTable';
import { trending } from './ranking';

const COLUMNS = [columns.name, columns.spark, columns.price, columns.change24h, columns.change7d];
/** CTRK-02: the specification's names for the ranges that there are. */
const RANGES = (
  [
    ['1D', '24h'],
    ['1W', '7d'],
    ['1M', '30d'],
    ['3M', '90d'],
    ['1Y', '1y'],
  ] as const satisfies readonly (readonly [Timeframe, string])[]
).map(([timeframe, label]) => ({ timeframe, label }));

/** CTRK-02: what rose most in 24 hours, and Bitcoin over a range. */
export default function TrendingTab({ rows }: { rows: readonly TickerRow[] }) {
  const bitcoin = useQuery(tickerQuery('BTC'));
  return (
    <>
      <Panel title="Trending" aside={<SampleBadge shown={rows.some(({ isSample }) => isSample)} />}>
        <TickerTable
          label="Trending"
          rows={trending(rows)}
          columns={COLUMNS}
          initialSort={{ key: '24h', dir: 'desc' }}
          emptyText="No change is known yet."
        />
      </Panel>
      <QueryState query={bitcoin} skeleton={<BlockSkeleton height={420} />}>
        {(ticker) => <PriceChart ticker={ticker} title={`${ticker.name} Price`} ranges={RANGES} />}
      </QueryState>
    </>
  );
}
