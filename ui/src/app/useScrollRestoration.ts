import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { KEEP_SCROLL } from '~/hooks/useUrlChoice';
import { scoped } from '~/state/browserStorage';

const STORE = 'marketdeck-scroll';
/** Maximum number of stored positions: a kiosk that rotates boards adds entries forever. */
const MAX_POSITIONS = 100;

/** Scroll positions of history entries in px, kept across reloads. */
const places: Record<string, number> = read();

/** Pages opened by URL all have the key 'default', so their path is added. */
const entryOf = (key: string, pathname: string) => (key === 'default' ? `${key} ${pathname}` : key);

/** Returns true if the page was opened by a bookmark or a typed URL, as opposed to reloaded or reached by going back. */
function wasOpenedAnew(): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opened?.type === 'navigate';
}

/**
 * Scrolls to the top on navigation, also to the same page, and restores the position after going back or reloading. Changed search
 * parameters do not scroll.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash, state } = useLocation();
  const action = useNavigationType();
  const shown = useRef('');
  useEffect(() => {
    // The browser would scroll the old page before it is replaced.
    history.scrollRestoration = 'manual';
    const save = () => {
      try {
        sessionStorage.setItem(scoped(STORE), JSON.stringify(places));
      } catch {
        // Storage is forbidden: a reloaded page starts at the top.
      }
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, []);
  // Before the next effect, whose scrolling belongs to the new entry.
  useLayoutEffect(() => {
    const note = () => {
      const entry = entryOf(key, pathname);
      // Moved to the end: the oldest positions are removed first.
      delete places[entry];
      places[entry] = window.scrollY;
      for (const oldest of Object.keys(places).slice(0, -MAX_POSITIONS)) delete places[oldest];
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry
  useLayoutEffect(() => {
    const isSamePage = shown.current === pathname;
    const isAnew = shown.current === '' && wasOpenedAnew();
    shown.current = pathname;
    // Already at the top; scrolling would force a layout.
    if (isAnew) {
      delete places[entryOf(key, pathname)];
      return;
    }
    if (action === 'POP') {
      const place = places[entryOf(key, pathname)];
      return isSamePage && place === undefined ? undefined : scrollTo(place ?? 0);
    }
    // `useScrollToFragment` handles fragments.
    const stays = hash || (isSamePage && state?.keepScroll === KEEP_SCROLL.keepScroll);
    return stays ? undefined : scrollTo(0);
  }, [key]);
}

const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Retries while the page grows, because a page that is still loading is too short; stops at the first input. */
function scrollTo(place: number): (() => void) | undefined {
  window.scrollTo(0, place);
  if (window.scrollY >= Math.floor(place)) return undefined;
  const growing = new ResizeObserver(() => {
    window.scrollTo(0, place);
    if (window.scrollY >= Math.floor(place)) stop();
  });
  const stop = () => {
    growing.disconnect();
    for (const event of USER_INPUT) window.removeEventListener(event, stop);
  };
  for (const event of USER_INPUT) window.addEventListener(event, stop, { passive: true });
  growing.observe(document.body);
  return stop;
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(scoped(STORE)) ?? '{}');
  } catch {
    return {};
  }
}
