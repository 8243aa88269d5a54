import { useMemo } from 'react';
import { ApiError } from '~/api/client';
import { MAX_SCREENER_ROWS, type screenerQuery } from '~/api/queries';
import type { ScreenerResult, ScreenerRow } from '~/api/types';
import type { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { ActionRow } from '~/components/PanelActions';
import { QueryState } from '~/components/QueryState';
import type { Sort } from '~/components/table/sort';
import { useIsPhone } from '~/hooks/useIsPhone';
import { apiUrl } from '~/paths';
import { SampleBadge } from '~/widgets/SampleBadge';
import { TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import { AppliedCriteria } from './AppliedCriteria';
import { CriteriaButton } from './CriteriaFields';
import { screenerColumns } from './columns';
import { criteriaCount } from './criteria';
import classes from './ScreenerPage.module.css';
import { coverage, missing } from './sentences';
import type { ScreenInUrl } from './useScreen';

const LARGEST_FIRST: Sort = { key: 'marketCap', dir: 'desc' };
/** Number of rows shown at first and added by each 'Show More'. */
const PAGE_SIZE = 50;

interface Props {
  screen: ScreenInUrl;
  query: ReturnType<
    typeof useQuery<ScreenerResult, Error, ScreenerResult, ReturnType<typeof screenerQuery>['queryKey']>
  >;
}

/** The tickers that match. */
export function ResultsPanel({ screen, query }: Props) {
  const isPhone = useIsPhone();
  if (query.error instanceof ApiError && query.error.status < 500 && !query.data) {
    return (
      <Panel label="Matching tickers">
        <EmptyState text={query.error.detail}>
          <Button variant="default" onClick={() => screen.open('')}>
            Reset criteria
          </Button>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel label="Matching tickers" className={classes.results}>
      {!isPhone && <AppliedCriteria screen={screen} />}
      <QueryState
        query={query}
        skeleton={<TickerTableSkeleton rows={PAGE_SIZE / 2} />}
        errorText="Couldn't search the tickers."
      >
        {(result) => <Results screen={screen} result={result} />}
      </QueryState>
    </Panel>
  );
}

function Results({ screen, result }: { screen: ScreenInUrl; result: ScreenerResult }) {
  const isPhone = useIsPhone();
  const inUse = [...screen.params.keys()].sort().join();
  const sort = screen.params.get('sort') ?? LARGEST_FIRST.key;
  const columns = useMemo(() => screenerColumns(inUse.split(','), sort), [inUse, sort]);
  const rows = useMemo(() => withUniqueIds(result.rows), [result.rows]);
  const isCut = result.matched > MAX_SCREENER_ROWS;
  const unknown = missing(result);
  const count = (
    <p className={classes.count} role="status">
      {coverage(result)}
      {unknown && <span>{unknown}</span>} <SampleBadge shown={result.rows.some((row) => row.isSample)} />
    </p>
  );
  const content = (
    <>
      {result.rows.length > 0 ? (
        <>
          <TickerTable
            label="Matching tickers"
            rows={rows}
            columns={isPhone ? columns.cards : columns.shown}
            extraColumns={columns.extras}
            initialSort={LARGEST_FIRST}
            emptyText=""
            step={PAGE_SIZE}
            isAdjustable
          />
          {isCut && (
            <p className={classes.count}>
              Only the first {MAX_SCREENER_ROWS} are shown.{' '}
              <a href={apiUrl(`screener?${screen.query}&format=csv&bom=true`)} download>
                Download all {result.matched} as CSV
              </a>
            </p>
          )}
        </>
      ) : (
        <NoResults screen={screen} result={result} />
      )}
    </>
  );
  return isPhone ? (
    <>
      {count}
      {/* The sort control of the cards is in the other half of this row. */}
      <div className={classes.controls} data-half-row>
        <CriteriaButton screen={screen} result={result} />
        <AppliedCriteria screen={screen} />
      </div>
      {content}
    </>
  ) : (
    <ActionRow className={classes.found} controls={count}>
      {content}
    </ActionRow>
  );
}

/** Gives rows of stocks that the server doesn't follow, whose id is 0, ids below 0: a table needs one for each row. */
const withUniqueIds = (rows: readonly ScreenerRow[]): readonly ScreenerRow[] =>
  rows.map((row, index) => (row.isFollowed ? row : { ...row, id: -1 - index }));

function NoResults({ screen, result }: { screen: ScreenInUrl; result: ScreenerResult }) {
  if (result.pending > 0)
    return <EmptyState text="The price histories are still being read. Matches appear in a moment." />;
  if (criteriaCount(screen.params) === 0) return <EmptyState text="There are no tickers to search." />;
  return (
    <EmptyState text="No ticker meets all criteria.">
      <Button variant="default" onClick={() => screen.open('')}>
        Reset criteria
      </Button>
    </EmptyState>
  );
}
