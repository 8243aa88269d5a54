import { useState } from 'react';
import { trendingQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { PanelActions } from '~/components/PanelActions';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import { useIsPhone } from '~/hooks/useIsPhone';
import { TickerRows } from '~/widgets/TickerTable';
import { collapseSize, FIRST_ROWS, ROW_STEP, type TrendingFilter, visibleRows } from './rows';
import classes from './Trending.module.css';
import { TRENDING_COLUMNS, TrendingTable } from './TrendingTable';

/** HOME-06, HOME-07: trending tickers; each visible row subscribes to its live price. */
export function Trending({ filter }: { filter: TrendingFilter }) {
  const query = useQuery(trendingQuery);
  const phone = useIsPhone();
  const [count, setCount] = useState(FIRST_ROWS);
  return (
    <QueryState query={query} skeleton={<RowSkeletons rows={FIRST_ROWS + 1} height={phone ? 68 : 52} />}>
      {(tickers) => {
        const { rows, remaining, canCollapse } = visibleRows(tickers, filter, count, phone);
        if (rows.length === 0) return <EmptyState text="No tickers found for this filter." />;
        return (
          <>
            {phone ? (
              <TickerRows label="Trending tickers" rows={rows} headed />
            ) : (
              <TrendingTable rows={rows} />
            )}
            <div className={classes.buttons}>
              {remaining > 0 && (
                <Button variant="default" onClick={() => setCount(rows.length + ROW_STEP)}>
                  Show More ({remaining} remaining)
                </Button>
              )}
              {canCollapse && (
                <Button variant="default" onClick={() => setCount(collapseSize(phone))}>
                  Show Less
                </Button>
              )}
            </div>
            {!phone && (
              <PanelActions>
                <CsvDownload label="Trending tickers" rows={rows} columns={TRENDING_COLUMNS} />
              </PanelActions>
            )}
          </>
        );
      }}
    </QueryState>
  );
}
