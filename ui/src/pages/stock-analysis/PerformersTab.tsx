import type { UseQueryResult } from '@tanstack/react-query';
import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { SampleBadge } from '~/widgets/SampleBadge';
import { columns, TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import { movers, SHOWN } from './movers';
import classes from './StockAnalysis.module.css';

const COLUMNS = [columns.name, columns.price, columns.change24h, columns.volume];

/** STCK-03: the five that rose most in 24 hours, and the five that fell most. */
export default function PerformersTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <div className={classes.pair}>
      <Movers title="Top Gainers" way="desc" prefix="gainers-" stocks={stocks} />
      <Movers title="Top Losers" way="asc" prefix="losers-" stocks={stocks} />
    </div>
  );
}

interface MoversProps {
  title: string;
  way: 'asc' | 'desc';
  prefix: string;
  stocks: UseQueryResult<TickerRow[]>;
}

function Movers({ title, way, prefix, stocks }: MoversProps) {
  return (
    <Panel
      title={title}
      aside={<SampleBadge shown={stocks.data?.some(({ isSample }) => isSample) ?? false} />}
    >
      <QueryState query={stocks} skeleton={<TickerTableSkeleton rows={SHOWN} />}>
        {(rows) => (
          <TickerTable
            label={title}
            rows={movers(rows, way)}
            columns={COLUMNS}
            initialSort={{ key: '24h', dir: way }}
            urlPrefix={prefix}
            emptyText="No change is known yet."
          />
        )}
      </QueryState>
    </Panel>
  );
}
