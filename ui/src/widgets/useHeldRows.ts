import { useMemo } from 'react';
import { watchlistTickersQuery } from '~/api/queries';
import type { Holdings } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { type HeldRow, heldRows } from '~/market/holdings';

interface LoadedRows {
  /** One row per ticker; undefined until all list entries are loaded. */
  rows: readonly HeldRow[] | undefined;
  isError: boolean;
  refetch: () => void;
}

/** Loads the list entries of holdings and joins them with the positions. */
export function useHeldRows(holdings: Holdings | undefined): LoadedRows {
  const ids = useMemo(
    () => [...new Set(holdings?.positions.map(({ watchlistId }) => watchlistId))],
    [holdings],
  );
  const entries = useQueries({ queries: ids.map((id) => watchlistTickersQuery(id)) });
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
  return {
    rows,
    isError: entries.some(({ isError, data }) => isError && data === undefined),
    refetch: () => entries.forEach((each) => void each.refetch()),
  };
}
