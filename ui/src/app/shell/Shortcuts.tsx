import { useCallback, useLayoutEffect, useRef } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useHasInteracted } from '~/hooks/useHasInteracted';

const LateParts = retryingLazy(() => import('./LateParts'));

/** Loads what pages need only later, with the first input or when the page is idle. It also handles the keys and clicks until then. */
export function Shortcuts({ onSearch }: { onSearch: (text: string) => void }) {
  const isNeeded = useHasInteracted();
  const early = useRef<Event[] | null>([]);
  useLayoutEffect(() => {
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
        <LateParts onSearch={onSearch} takeEarly={takeEarly} />
      </LazyBoundary>
    )
  );
}
