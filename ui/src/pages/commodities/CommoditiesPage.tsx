import { useQuery } from '@tanstack/react-query';
import { commoditiesQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { useQuotes } from '~/live/useQuotes';
import { breadth } from '~/market/breadth';
import { Change } from '~/widgets/Change';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { TickerTableSkeleton } from '~/widgets/TickerTable';
import { Commodities } from './Commodities';
import classes from './CommoditiesPage.module.css';

/** COMM-01. Renewed by itself, for a screen on a wall nobody reloads. */
export default function CommoditiesPage() {
  const query = useQuery({ ...commoditiesQuery, refetchInterval: 60_000 });
  return (
    <div className="container">
      <Banner rows={query.data ?? []} />
      <Panel label="Commodities" className={classes.panel}>
        <QueryState query={query} skeleton={<TickerTableSkeleton rows={14} />}>
          {(rows) => <Commodities rows={rows} />}
        </QueryState>
      </Panel>
    </div>
  );
}

function Banner({ rows }: { rows: readonly TickerRow[] }) {
  const { advancing, declining, biggest } = breadth(useQuotes(rows));
  const loaded = rows.length > 0;
  return (
    <PageHead
      title="Commodities"
      text="Energy, metals, agriculture and materials futures, priced in US dollars."
      figures={[
        { label: 'Advancing', value: loaded ? <span className="up">{advancing}</span> : '—' },
        { label: 'Declining', value: loaded ? <span className="down">{declining}</span> : '—' },
        {
          label: 'Biggest move, 24h',
          value: biggest ? (
            <span className={classes.move}>
              {biggest.name} <Change value={biggest.change24h} />
            </span>
          ) : (
            '—'
          ),
        },
      ]}
    />
  );
}
