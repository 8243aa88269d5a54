import { useEffect, useId } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useFocusReturn } from '~/components/layer/useFocusReturn';
import { ListChoices } from './ListChoices';
import { type PressedStar, rowStars } from './rowStars';
import { useMembership } from './useMembership';
import classes from './WatchStar.module.css';

const PopupLayer = retryingLazy(() => import('~/components/layer/PopupLayer'));

const done = () => rowStars.press(undefined);

/** With up to one list, toggles it; with several, shows the choice of lists. */
export default function StarPopup({ ticker, button }: PressedStar) {
  const id = useId();
  const { memberships, change } = useMembership(ticker);
  const hasSeveralLists = memberships !== undefined && memberships.length > 1;
  const [only] = memberships ?? [];
  const { mutate } = change;
  useFocusReturn(hasSeveralLists, { layer: id, opener: button });
  const isKnown = memberships !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (!isKnown || hasSeveralLists) return;
    mutate({ list: only?.list, entry: only?.entry });
    done();
  }, [isKnown]);
  if (!hasSeveralLists) return null;
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
        <ListChoices memberships={memberships} busy={change.isPending} onChoose={mutate} />
      </PopupLayer>
    </LazyBoundary>
  );
}
