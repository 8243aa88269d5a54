import { useEffect } from 'react';
import { savesData } from '~/hooks/idle';

/** What a page begins with is on the screen by then. */
const WAIT_MS = 2000;

/** Fetches the code of the likely next pages; what that takes is loaded after the page. */
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
