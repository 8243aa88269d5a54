import { relatedQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { dayChangeName } from '~/market/dayChange';
import { TickerRows } from '~/widgets/TickerTable/TickerRowParts';
import page from './TickerPage.module.css';

/** TICK-09: other tickers of the same kind, live; hidden if there are none. */
export function RelatedTickers({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery({ ...relatedQuery(ticker.symbol), staleTime: 60_000 });
  if (query.data?.length === 0) return null;
  return (
    <Panel
      className={page.related}
      title="Related Tickers"
      aside={`Chart: 7 days · Change: ${dayChangeName(ticker.type).toLowerCase()}`}
    >
      <QueryState query={query} skeleton={<RowSkeletons rows={8} height={68} />}>
        {(rows) => <TickerRows label="Related tickers" rows={rows} />}
      </QueryState>
    </Panel>
  );
}
