import { useCallback, useSyncExternalStore } from 'react';

/** NAV-08: mobile means under 768 px wide, everywhere; in em, as in the style sheets, for a browser's own type size. A sheet of paper is none. */
const PHONE = 'screen and (width < 48em)';
/** Columns stand under each other. */
const NARROW = 'screen and (width < 64em)';
/** From 1920 px on a page has room for a third column. */
const WIDE = '(width >= 120em)';
/** From 2400 px on a ticker's page has three columns beside the one at its side. */
const WIDER = '(width >= 150em)';

/** From 1200 px on a layer may stand beside what it changes. */
const DESK = '(width >= 75em)';

export const useIsPhone = (): boolean => useMatches(PHONE);
export const useIsNarrow = (): boolean => useMatches(NARROW);
export const useIsDesk = (): boolean => useMatches(DESK);
export const useIsWide = (): boolean => useMatches(WIDE);
export const useIsWider = (): boolean => useMatches(WIDER);

const mediaLists = new Map<string, MediaQueryList>();

/** Kept: a query that is made anew has the browser work out the styles of what was drawn since, at every drawing of who asks. */
function mediaOf(query: string): MediaQueryList {
  const media = mediaLists.get(query) ?? window.matchMedia(query);
  mediaLists.set(query, media);
  return media;
}

function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = mediaOf(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  const get = () => mediaOf(query).matches;
  // A page is drawn by the build for screens of its own: the first drawing fits.
  return useSyncExternalStore(subscribe, get, get);
}
