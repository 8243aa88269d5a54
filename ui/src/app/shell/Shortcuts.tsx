import { useCallback, useEffect, useRef } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useHasInteracted } from '~/hooks/useHasInteracted';

const KeyLayer = retryingLazy(() => import('../keys/KeyLayer'));

/** Handles the app's keyboard shortcuts. The code is loaded with the first input, and also handles the keys and clicks until then. */
export function Shortcuts({ onSearch }: { onSearch: (text: string) => void }) {
  const isNeeded = useHasInteracted();
  const early = useRef<Event[] | null>([]);
  useEffect(() => {
    const record = (event: Event) => early.current?.push(event);
    const stop = new AbortController();
    for (const type of ['keydown', 'click']) window.addEventListener(type, record, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  const takeEarly = useCallback(() => {
    const events = early.current ?? [];
    early.current = null;
    return events;
  }, []);
  return (
    isNeeded && (
      <LazyBoundary silent>
        <KeyLayer onSearch={onSearch} takeEarly={takeEarly} />
      </LazyBoundary>
    )
  );
}
