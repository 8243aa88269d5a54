import { useCallback, useSyncExternalStore } from 'react';

/**
 * NAV-08: screens below 768 px are mobile. The limits are in em, as in the style sheets, so that they scale with the browser's
 * font size. Printed pages are not mobile.
 */
const PHONE = 'screen and (width < 48em)';
/** Below 1024 px, columns are stacked. */
const NARROW = 'screen and (width < 64em)';
/** From 1920 px on, a page has room for a third column. */
const WIDE = '(width >= 120em)';
/** From 2400 px on, the ticker page has three columns next to its side column. */
const WIDER = '(width >= 150em)';

/** From 1200 px on, a panel such as the settings can be docked next to the content. */
const DESK = '(width >= 75em)';

export const useIsPhone = (): boolean => useMatches(PHONE);
export const useIsNarrow = (): boolean => useMatches(NARROW);
export const useIsDesk = (): boolean => useMatches(DESK);
export const useIsWide = (): boolean => useMatches(WIDE);
export const useIsWider = (): boolean => useMatches(WIDER);

const mediaLists = new Map<string, MediaQueryList>();

/** Returns the media query list of a query. Lists are cached, because every `matchMedia` call forces a style recalculation. */
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
