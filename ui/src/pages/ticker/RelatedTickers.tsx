import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { relatedQuery } from '~/api/queries';
import type { TickerDetail, TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { paths } from '~/paths';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Monogram } from '~/widgets/Monogram';
import { Spark } from '~/widgets/Spark';
import classes from './RelatedTickers.module.css';
import page from './TickerPage.module.css';

/** TICK-09: others of the same kind, live. */
export function RelatedTickers({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery({ ...relatedQuery(ticker.symbol), staleTime: 60_000 });
  return (
    <Panel className={page.related} title="Related Tickers">
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={8} height={56} />}
        emptyText="No related tickers."
      >
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <RelatedRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}

function RelatedRow({ row }: { row: TickerRow }) {
  return (
    <li className={classes.row}>
      <Monogram of={row} size={36} />
      <Link to={paths.ticker(row.symbol)} className={classes.link}>
        <b>{row.symbol}</b>
        <span>{row.name}</span>
      </Link>
      <Spark points={row.spark} change={row.change7d} width={72} height={26} />
      <div className={classes.figures}>
        <LivePrice ticker={row} />
        <LiveChange ticker={row} />
      </div>
    </li>
  );
}
