import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { KEEP_SCROLL } from '~/hooks/useUrlChoice';
import { scoped } from '~/state/remembered';

const STORE = 'marketdeck-scroll';
/** Entries of the history whose place is kept, at most; a wall that shows boards in turn never ends. */
const MAX_PLACES = 100;

/** How far each entry of the history was scrolled, in pixels. It outlives a reload. */
const places: Record<string, number> = read();

/** Every page that is opened by its address has the same key: the address tells them apart. */
const entryOf = (key: string, pathname: string) => (key === 'default' ? `${key} ${pathname}` : key);

/** Opened by a bookmark or a typed address, not loaded again or gone back to. */
function wasOpenedAnew(): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opened?.type === 'navigate';
}

/**
 * A page starts at its top, also when a link leads to the page one is on; one that is gone back to, or loaded
 * again, starts where it was left. Another choice on the same page moves nothing.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash, state } = useLocation();
  const action = useNavigationType();
  const shown = useRef('');
  useEffect(() => {
    // The browser would scroll the page that is about to leave.
    history.scrollRestoration = 'manual';
    const save = () => {
      try {
        sessionStorage.setItem(scoped(STORE), JSON.stringify(places));
      } catch {
        // A browser that keeps nothing: a reloaded page starts at its top.
      }
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, []);
  // Before the next effect, whose scrolling belongs to the new entry and not to the one before.
  useLayoutEffect(() => {
    const note = () => {
      const entry = entryOf(key, pathname);
      // At the end again: the places that were left longest ago go first.
      delete places[entry];
      places[entry] = window.scrollY;
      for (const oldest of Object.keys(places).slice(0, -MAX_PLACES)) delete places[oldest];
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useLayoutEffect(() => {
    const isSamePage = shown.current === pathname;
    const isAnew = shown.current === '' && wasOpenedAnew();
    shown.current = pathname;
    // It stands at its top, and to say so would lay it out.
    if (isAnew) {
      delete places[entryOf(key, pathname)];
      return;
    }
    if (action === 'POP') {
      const place = places[entryOf(key, pathname)];
      return isSamePage && place === undefined ? undefined : scrollTo(place ?? 0);
    }
    // `useScrollToFragment` goes to the place that a '#' names.
    const stays = hash || (isSamePage && state?.keepScroll === KEEP_SCROLL.keepScroll);
    return stays ? undefined : scrollTo(0);
  }, [key]);
}

const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A page whose data are still on their way is too short: it is tried again as it grows, until a hand takes over. */
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
