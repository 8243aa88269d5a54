import { useEffect } from 'react';
import { savesData } from '~/hooks/idle';

/** Delay until the page is shown. */
const WAIT_MS = 2000;

/** Loads the code that prefetches likely next pages, after the page is shown. */
export function usePrefetchPages(): void {
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(
      () =>
        import('./idleParts').then(
          ({ prefetchPages }) => prefetchPages(),
          () => {},
        ),
      WAIT_MS,
    );
    return () => clearTimeout(timer);
  }, []);
}
