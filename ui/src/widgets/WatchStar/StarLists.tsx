import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useReadOnly } from '../useReadOnly';
import { rowStars } from './rowStars';

const StarPress = retryingLazy(() => import('./StarPress'));

/** Knows for all stars of a page what is listed; what a press does is fetched with the first. */
export default function StarLists() {
  const { data: lists } = useQuery(watchlistsQuery);
  const contents = useQueries({ queries: (lists ?? []).map(({ id }) => watchlistTickersQuery(id)) });
  const readOnly = useReadOnly();
  const known = lists !== undefined && contents.every(({ data }) => data);
  const text = known
    ? contents.flatMap(({ data }) => data?.tickers.map(({ id }) => id) ?? []).join()
    : undefined;
  useEffect(() => {
    if (text === undefined || readOnly) rowStars.setListed(undefined);
    else rowStars.setListed(new Set(text.split(',').filter(Boolean).map(Number)));
  }, [text, readOnly]);
  const pressed = useSyncExternalStore(rowStars.subscribe, () => rowStars.get().pressed);
  return (
    pressed && (
      <LazyBoundary onFail={() => rowStars.press(undefined)}>
        <StarPress key={pressed.tickerId} {...pressed} />
      </LazyBoundary>
    )
  );
}
