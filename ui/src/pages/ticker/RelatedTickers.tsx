import { relatedQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { useDayChange } from '~/live/useDayChange';
import { TickerRows } from '~/widgets/TickerTable/TickerRowParts';
import page from './TickerPage.module.css';

/** TICK-09: other tickers of the same kind, live; hidden if there are none. */
export function RelatedTickers({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery({ ...relatedQuery(ticker.symbol), staleTime: 60_000 });
  const { name } = useDayChange(ticker);
  if (query.data?.length === 0) return null;
  return (
    <Panel className={page.related} title="Related Tickers" aside={`Chart: 7 days · Change: ${name}`}>
      <QueryState query={query} skeleton={<RowSkeletons rows={8} height={68} />}>
        {(rows) => <TickerRows label="Related tickers" rows={rows} />}
      </QueryState>
    </Panel>
  );
}
