import { useCallback, useEffect, useRef, useState } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';

const LateParts = retryingLazy(() => import('./LateParts'));

/** Handles the app's keyboard shortcuts. The code is loaded with the first key or click, and also handles those that came before it. */
export function Shortcuts({ onSearch }: { onSearch: (text: string) => void }) {
  const [isNeeded, setIsNeeded] = useState(false);
  const early = useRef<Event[] | null>([]);
  useEffect(() => {
    const record = (event: Event) => {
      early.current?.push(event);
      setIsNeeded(true);
    };
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
