import { trendingQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { TickerRows } from '~/widgets/TickerTable';

/** Number of tickers that fit the rail. */
const MAX_TICKERS = 5;

/** ETFS-01: trending tickers. */
export function TrendingPanel() {
  const query = useQuery(trendingQuery);
  return (
    <Panel title="Trending Tickers">
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={MAX_TICKERS} height={68} />}
        emptyText="No tickers are trending at this time."
      >
        {(rows) => <TickerRows label="Trending tickers" rows={rows.slice(0, MAX_TICKERS)} headed />}
      </QueryState>
    </Panel>
  );
}
