import { useEffect } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { useStore } from '~/state/useStore';
import { useListedTickers } from '../useListedTickers';
import { useReadOnly } from '../useReadOnly';
import { rowStars } from './rowStars';
import StarPopup from './StarPopup';

/** Provides the listed tickers to all row stars; the code that handles a press is loaded with the first press. */
export default function StarListChoices() {
  const listed = useListedTickers('writable');
  const readOnly = useReadOnly();
  useEffect(() => rowStars.setListed(readOnly ? undefined : listed), [listed, readOnly]);
  const pressed = useStore(rowStars.subscribe, () => rowStars.get().pressed);
  return (
    pressed && (
      <LazyBoundary onFail={() => rowStars.press(undefined)}>
        <StarPopup key={pressed.ticker.id} {...pressed} />
      </LazyBoundary>
    )
  );
}
