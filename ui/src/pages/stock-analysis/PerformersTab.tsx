import type { UseQueryResult } from '@tanstack/react-query';
import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { shortName } from '~/market/shortName';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import { movers, SHOWN } from './movers';
import classes from './StockAnalysis.module.css';

const SECTOR: Column = { ...columns.sector, hideBelow: 1640, inCard: false };
const CAP: Column = { ...columns.marketCap, hideBelow: 1640, inCard: false };
const { name, sparkIfRoom, price, change24h, change7d, volume } = columns;
const COLUMNS: readonly Column[] = [name, SECTOR, sparkIfRoom, price, change24h, volume, CAP];
const WEEK_COLUMNS: readonly Column[] = [name, SECTOR, sparkIfRoom, price, change24h, change7d, CAP];

/** STCK-03: the five that rose most in 24 hours, and the five that fell most; and the same of the week. */
export default function PerformersTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <div className={classes.pair}>
      <Movers title="Top Gainers" over="change24h" way="desc" prefix="gainers-" stocks={stocks} />
      <Movers title="Top Losers" over="change24h" way="asc" prefix="losers-" stocks={stocks} />
      <Movers title="Gainers of the Week" over="change7d" way="desc" prefix="week-gainers-" stocks={stocks} />
      <Movers title="Losers of the Week" over="change7d" way="asc" prefix="week-losers-" stocks={stocks} />
    </div>
  );
}

interface MoversProps {
  title: string;
  over: 'change24h' | 'change7d';
  way: 'asc' | 'desc';
  prefix: string;
  stocks: UseQueryResult<TickerRow[]>;
}

function Movers({ title, over, way, prefix, stocks }: MoversProps) {
  return (
    <Panel
      title={title}
      aside={<SampleBadge shown={stocks.data?.some(({ isSample }) => isSample) ?? false} />}
    >
      <QueryState query={stocks} skeleton={<TickerTableSkeleton rows={SHOWN} />}>
        {(rows) => (
          <TickerTable
            label={title}
            // Two tables side by side have no room for a legal form.
            rows={movers(rows, way, over).map((row) => ({ ...row, name: shortName(row.name) }))}
            columns={over === 'change7d' ? WEEK_COLUMNS : COLUMNS}
            initialSort={{ key: over === 'change7d' ? '7d' : '24h', dir: way }}
            urlPrefix={prefix}
            emptyText="No change is known yet."
          />
        )}
      </QueryState>
    </Panel>
  );
}
