import { useState } from 'react';
import { trendingQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { PanelActions } from '~/components/PanelActions';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import { useIsPhone } from '~/hooks/useIsPhone';
import { TickerRows, useRowSheet } from '~/widgets/TickerTable';
import { collapseSize, FIRST_ROWS, ROW_STEP, type TrendingFilter, visibleRows } from './rows';
import classes from './Trending.module.css';
import { TRENDING_COLUMNS, TrendingTable } from './TrendingTable';

interface Props {
  filter: TrendingFilter;
}

/** HOME-06, HOME-07: trending tickers; each visible row subscribes to its live price. */
export function Trending({ filter }: Props) {
  const query = useQuery(trendingQuery);
  const phone = useIsPhone();
  return (
    <QueryState query={query} skeleton={<RowSkeletons rows={FIRST_ROWS + 1} height={phone ? 68 : 52} />}>
      {(tickers) => <Rows tickers={tickers} filter={filter} />}
    </QueryState>
  );
}

function Rows({ tickers, filter }: Props & { tickers: TickerRow[] }) {
  const phone = useIsPhone();
  const [count, setCount] = useState(FIRST_ROWS);
  const { rows, matching, remaining, canCollapse } = visibleRows(tickers, filter, count, phone);
  const sheet = useRowSheet(matching, 'trending-');
  // The quote of a shared link may be of a row further down, and a walk continues after the last visible row.
  const quotedCount = sheet.row ? matching.indexOf(sheet.row) + 1 : 0;
  if (quotedCount > count) setCount(quotedCount);
  if (rows.length === 0) return <EmptyState text="No tickers found for this filter." />;
  return (
    <>
      {phone ? (
        <TickerRows label="Trending tickers" rows={rows} headed />
      ) : (
        <TrendingTable rows={rows} matching={matching} sheet={sheet} />
      )}
      <div className={classes.buttons}>
        {remaining > 0 && (
          <Button variant="default" onClick={() => setCount(rows.length + ROW_STEP)}>
            Show More ({remaining} remaining)
          </Button>
        )}
        {canCollapse && (
          <Button
            variant="default"
            onClick={() => {
              setCount(collapseSize(phone));
              if (quotedCount > collapseSize(phone)) sheet.close();
            }}
          >
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
}
