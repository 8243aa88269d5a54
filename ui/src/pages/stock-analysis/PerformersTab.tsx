import type { UseQueryResult } from '@tanstack/react-query';
import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { formatMarketCap } from '~/market/format';
import { traded, tradedValue } from '~/market/measure';
import { shortName } from '~/market/shortName';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import { mostTraded, movers, SHOWN_COUNT } from './movers';
import classes from './StockAnalysis.module.css';

const SECTOR: Column = { ...columns.sector, hideBelow: 2400, inCard: false };
const CAP: Column = { ...columns.marketCap, hideBelow: 2400, inCard: false };
const TRADED: Column = {
  key: 'traded',
  title: 'Traded',
  value: traded,
  render: (row) => formatMarketCap(tradedValue(row), row),
  tip: 'Volume of the session at the current price',
  inCard: true,
};
const { name, price, dayChange, change7d, sessionVolume } = columns;
/** Names stay on one line: two tables side by side have room for a sparkline only in a wide window. */
const SPARK: Column = { ...columns.sparkIfRoom, hideBelow: 1640 };
const COLUMNS: readonly Column[] = [name, SECTOR, SPARK, price, dayChange, sessionVolume, CAP];
const WEEK_COLUMNS: readonly Column[] = [name, SECTOR, SPARK, price, dayChange, change7d, CAP];
const TRADED_COLUMNS: readonly Column[] = [
  name,
  { ...columns.sector, inCard: false },
  columns.spark,
  price,
  dayChange,
  sessionVolume,
  TRADED,
  { ...columns.marketCap, hideBelow: 1100, inCard: false },
];

/** STCK-03: the five top gainers and losers of 24 hours and of the week, and the most traded stocks. */
export default function PerformersTab({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <div className={classes.page}>
      <div className={classes.pair}>
        <Movers
          title="Top Gainers"
          changeKey="change24h"
          direction="desc"
          prefix="gainers-"
          stocks={stocks}
        />
        <Movers title="Top Losers" changeKey="change24h" direction="asc" prefix="losers-" stocks={stocks} />
        <Movers
          title="Gainers of the Week"
          changeKey="change7d"
          direction="desc"
          prefix="week-gainers-"
          stocks={stocks}
        />
        <Movers
          title="Losers of the Week"
          changeKey="change7d"
          direction="asc"
          prefix="week-losers-"
          stocks={stocks}
        />
      </div>
      <MostTraded stocks={stocks} />
    </div>
  );
}

function MostTraded({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) {
  return (
    <Panel title="Most Traded" aside={<Provenance stocks={stocks} />}>
      <QueryState query={stocks} skeleton={<TickerTableSkeleton rows={SHOWN_COUNT} />}>
        {(rows) => (
          <TickerTable
            label="Most Traded"
            rows={mostTraded(rows)}
            columns={TRADED_COLUMNS}
            initialSort={{ key: 'traded', dir: 'desc' }}
            urlPrefix="traded-"
            emptyText="No volume yet."
          />
        )}
      </QueryState>
    </Panel>
  );
}

const Provenance = ({ stocks }: { stocks: UseQueryResult<TickerRow[]> }) => (
  <SampleBadge shown={stocks.data?.some(({ isSample }) => isSample) ?? false} />
);

interface MoversProps {
  title: string;
  changeKey: 'change24h' | 'change7d';
  direction: 'asc' | 'desc';
  prefix: string;
  stocks: UseQueryResult<TickerRow[]>;
}

function Movers({ title, changeKey, direction, prefix, stocks }: MoversProps) {
  return (
    <Panel title={title} aside={<Provenance stocks={stocks} />}>
      <QueryState query={stocks} skeleton={<TickerTableSkeleton rows={SHOWN_COUNT} />}>
        {(rows) => (
          <TickerTable
            label={title}
            // Short names: two tables side by side have little room.
            rows={movers(rows, direction, changeKey).map((row) => ({ ...row, name: shortName(row.name) }))}
            columns={changeKey === 'change7d' ? WEEK_COLUMNS : COLUMNS}
            initialSort={{ key: changeKey === 'change7d' ? '7d' : '24h', dir: direction }}
            urlPrefix={prefix}
            emptyText="No price changes yet."
          />
        )}
      </QueryState>
    </Panel>
  );
}
