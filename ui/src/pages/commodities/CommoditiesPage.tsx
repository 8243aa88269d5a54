import { commoditiesQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { Change } from '~/widgets/Change';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { TickerTableSkeleton } from '~/widgets/TickerTable';
import { useBreadthFigures } from '~/widgets/useBreadthFigures';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { Commodities } from './Commodities';
import classes from './CommoditiesPage.module.css';

/** COMM-01: all commodities, with sector tabs and key figures. Refetches periodically, for unattended displays. */
export default function CommoditiesPage() {
  const query = useQuery({ ...commoditiesQuery, refetchInterval: 60_000 });
  return (
    <WideLayout isTall>
      <Banner rows={query.data ?? []} />
      <Panel label="Commodities" className={classes.panel}>
        <QueryState query={query} skeleton={<TickerTableSkeleton rows={14} />}>
          {(rows) => <Commodities rows={rows} />}
        </QueryState>
      </Panel>
    </WideLayout>
  );
}

function Banner({ rows }: { rows: readonly TickerRow[] }) {
  const { figures, biggest } = useBreadthFigures(rows);
  return (
    <PageHead
      title="Commodities"
      text="Energy, metals, agriculture and materials futures, each priced in its own currency."
      figures={[
        ...figures,
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
