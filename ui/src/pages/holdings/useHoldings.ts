import { useMemo } from 'react';
import { holdingsQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { Holdings, Watchlist } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useQuery } from '~/api/useQuery';
import { useUrlText } from '~/hooks/useUrlChoice';
import { type HeldRow, heldRows } from '~/market/holdings';

/** What the page shows. */
export interface ShownHoldings {
  lists: readonly Watchlist[];
  /** The list in the URL (`?list=`); undefined for all lists. */
  list: Watchlist | undefined;
  setList: (id: string) => void;
  /** Undefined until it is loaded. */
  holdings: Holdings | undefined;
  /** One row per ticker; undefined until the list entries are loaded. */
  rows: readonly HeldRow[] | undefined;
  isError: boolean;
  refetch: () => void;
}

/** The holdings of the list in the URL, or of all lists. */
export function useHoldings(): ShownHoldings {
  const [wanted, setList] = useUrlText('list');
  const lists = useQuery(watchlistsQuery);
  const list = lists.data?.find(({ id }) => String(id) === wanted);
  const query = useQuery({
    ...holdingsQuery(list?.id),
    // A link to a list waits until its id is known to be valid.
    enabled: wanted === '' || !lists.isPending,
  });
  const holdings = query.data;
  const ids = useMemo(
    () => [...new Set(holdings?.positions.map(({ watchlistId }) => watchlistId))],
    [holdings],
  );
  const entries = useQueries({ queries: ids.map(watchlistTickersQuery) });
  const isLoaded = holdings !== undefined && entries.every(({ data }) => data !== undefined);
  const stamp = entries.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timestamps stand for the responses.
  const rows = useMemo(
    () =>
      isLoaded
        ? heldRows(
            holdings.positions,
            entries.flatMap(({ data }) => data?.tickers ?? []),
          )
        : undefined,
    [isLoaded, holdings, stamp],
  );
  const queries = [query, ...entries];
  return {
    lists: lists.data ?? [],
    list,
    setList,
    holdings,
    rows,
    isError: queries.some(({ isError, data }) => isError && data === undefined),
    refetch: () => queries.forEach((each) => void each.refetch()),
  };
}
