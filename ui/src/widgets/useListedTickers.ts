import { useMemo } from 'react';
import { watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import { useQueries } from '~/api/useQueries';
import { useQuery } from '~/api/useQuery';
import { isWritable } from '~/market/sharing';

/** Ids of the tickers in any watchlist, or in any that the user may change; undefined until all lists are loaded. */
export function useListedTickers(which: 'all' | 'writable' = 'all'): ReadonlySet<number> | undefined {
  const { data } = useQuery(watchlistsQuery);
  const lists = which === 'all' ? data : data?.filter(isWritable);
  const contents = useQueries({ queries: (lists ?? []).map(({ id }) => watchlistTickersQuery(id)) });
  const isKnown = lists !== undefined && contents.every(({ data }) => data);
  const text = isKnown
    ? contents.flatMap(({ data }) => data?.tickers.map(({ id }) => id) ?? []).join()
    : undefined;
  return useMemo(
    () => (text === undefined ? undefined : new Set(text.split(',').filter(Boolean).map(Number))),
    [text],
  );
}
