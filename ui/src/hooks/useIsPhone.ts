import { useCallback, useSyncExternalStore } from 'react';

/**
 * NAV-08: mobile is below 768 px everywhere; in em, as in the style sheets, so that the browser's font size counts.
 * Print is not mobile.
 */
const PHONE = 'screen and (width < 48em)';
/** Columns are stacked. */
const NARROW = 'screen and (width < 64em)';
/** From 1920 px on, a page has room for a third column. */
const WIDE = '(width >= 120em)';
/** From 2400 px on, the ticker page has three columns next to its side column. */
const WIDER = '(width >= 150em)';

/** From 1200 px on, a layer can be docked next to what it changes. */
const DESK = '(width >= 75em)';

export const useIsPhone = (): boolean => useMatches(PHONE);
export const useIsNarrow = (): boolean => useMatches(NARROW);
export const useIsDesk = (): boolean => useMatches(DESK);
export const useIsWide = (): boolean => useMatches(WIDE);
export const useIsWider = (): boolean => useMatches(WIDER);

const mediaLists = new Map<string, MediaQueryList>();

/** Cached: a new `matchMedia` forces a style recalculation at every render of its caller. */
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
  // Prerendered pages exist per screen size, so the first render matches.
  return useSyncExternalStore(subscribe, get, get);
}
