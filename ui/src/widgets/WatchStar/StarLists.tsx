import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useFocusReturn } from '~/components/layer/useFocusReturn';
import { useReadOnly } from '../useReadOnly';
import { Choices } from './Choices';
import { type PressedStar, rowStars } from './rowStars';
import { useMembership } from './useMembership';
import classes from './WatchStar.module.css';

const PopupLayer = retryingLazy(() => import('~/components/layer/PopupLayer'));

/** Knows for all stars of a page what is listed, and puts in or takes out what is pressed. */
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
  return pressed ? <Pressed key={pressed.tickerId} {...pressed} /> : null;
}

const done = () => rowStars.press(undefined);

/** With one list or none the star is the choice; with several they are listed. */
function Pressed({ tickerId, button }: PressedStar) {
  const id = useId();
  const { memberships, change } = useMembership(tickerId);
  const several = memberships !== undefined && memberships.length > 1;
  const [only] = memberships ?? [];
  const { mutate } = change;
  useFocusReturn(several, { layer: id, opener: button });
  const isKnown = memberships !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (!isKnown || several) return;
    mutate({ list: only?.list, entry: only?.entry });
    done();
  }, [isKnown]);
  if (!several) return null;
  return (
    <LazyBoundary onFail={done}>
      <PopupLayer
        id={id}
        label="Watchlists"
        width="16rem"
        anchor={button}
        opened
        onChange={done}
        className={classes.lists}
      >
        <Choices memberships={memberships} busy={change.isPending} onChoose={mutate} />
      </PopupLayer>
    </LazyBoundary>
  );
}
