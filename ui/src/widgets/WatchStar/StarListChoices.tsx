import { useEffect } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { useStore } from '~/state/useStore';
import { useListedTickers } from '../useListedTickers';
import { useReadOnly } from '../useReadOnly';
import { rowStars } from './rowStars';
import StarPopup from './StarPopup';

/** Knows for all stars of a page what is listed; what a press does is fetched with the first. */
export default function StarListChoices() {
  const listed = useListedTickers();
  const readOnly = useReadOnly();
  useEffect(() => rowStars.setListed(readOnly ? undefined : listed), [listed, readOnly]);
  const pressed = useStore(rowStars.subscribe, () => rowStars.get().pressed);
  return (
    pressed && (
      <LazyBoundary onFail={() => rowStars.press(undefined)}>
        <StarPopup key={pressed.tickerId} {...pressed} />
      </LazyBoundary>
    )
  );
}
