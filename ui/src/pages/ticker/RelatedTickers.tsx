import { useQuery } from '@tanstack/react-query';
import { relatedQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { TickerLines } from '~/widgets/TickerTable/TickerLine';
import page from './TickerPage.module.css';

/** TICK-09: others of the same kind, live. */
export function RelatedTickers({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery({ ...relatedQuery(ticker.symbol), staleTime: 60_000 });
  return (
    <Panel className={page.related} title="Related Tickers" aside="Line: 7 days. Change: 24h.">
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={8} height={68} />}
        emptyText="No related tickers."
      >
        {(rows) => <TickerLines label="Related tickers" rows={rows} />}
      </QueryState>
    </Panel>
  );
}
