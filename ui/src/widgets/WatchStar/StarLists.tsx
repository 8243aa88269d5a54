import { useEffect } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { useStore } from '~/state/useStore';
import { useListedTickers } from '../useListedTickers';
import { useReadOnly } from '../useReadOnly';
import { rowStars } from './rowStars';
import StarPress from './StarPress';

/** Knows for all stars of a page what is listed; what a press does is fetched with the first. */
export default function StarLists() {
  const listed = useListedTickers();
  const readOnly = useReadOnly();
  useEffect(() => rowStars.setListed(readOnly ? undefined : listed), [listed, readOnly]);
  const pressed = useStore(rowStars.subscribe, () => rowStars.get().pressed);
  return (
    pressed && (
      <LazyBoundary onFail={() => rowStars.press(undefined)}>
        <StarPress key={pressed.tickerId} {...pressed} />
      </LazyBoundary>
    )
  );
}
