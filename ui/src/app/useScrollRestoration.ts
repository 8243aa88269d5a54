import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { KEEP_SCROLL } from '~/hooks/useUrlChoice';
import { readSession, writeSession } from '~/state/browserStorage';

const STORAGE_KEY = 'marketdeck-scroll';
/** Maximum number of stored positions. Capped because a kiosk that rotates boards adds entries forever. */
const MAX_POSITIONS = 100;

/** Scroll positions of history entries in px, kept across reloads. */
const positions: Record<string, number> = read();

/** The storage key of a history entry. Pages opened by URL all have the key 'default', so the path is added. */
const entryOf = (key: string, pathname: string) => (key === 'default' ? `${key} ${pathname}` : key);

/** Returns true if the page was opened by a bookmark or a typed URL, as opposed to reloaded or reached by going back. */
function wasOpenedByUrl(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

/**
 * Scrolls to the top on navigation, even to the same page, and restores the position after going back or reloading. Changes to search
 * parameters do not scroll (`KEEP_SCROLL`). With the history state `scrollTo`, navigation scrolls to that position instead of the top:
 * the next ticker of a list opens where the previous one was scrolled to.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash, state } = useLocation();
  const action = useNavigationType();
  const currentPath = useRef('');
  useEffect(() => {
    // The browser would scroll the old page before it is replaced.
    history.scrollRestoration = 'manual';
    const save = () => writeSession(STORAGE_KEY, JSON.stringify(positions));
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, []);
  // Must run before the next effect, so that its scrolling is recorded for the new entry.
  useLayoutEffect(() => {
    const record = () => {
      const entry = entryOf(key, pathname);
      // Moves the entry to the end, because the oldest positions are removed first.
      delete positions[entry];
      positions[entry] = window.scrollY;
      for (const oldest of Object.keys(positions).slice(0, -MAX_POSITIONS)) delete positions[oldest];
    };
    window.addEventListener('scroll', record, { passive: true });
    return () => window.removeEventListener('scroll', record);
  }, [key, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry
  useLayoutEffect(() => {
    const isSamePage = currentPath.current === pathname;
    const isNew = currentPath.current === '' && wasOpenedByUrl();
    currentPath.current = pathname;
    // The page is at the top already, and scrolling would force a layout.
    if (isNew) {
      delete positions[entryOf(key, pathname)];
      return;
    }
    if (action === 'POP') {
      const position = positions[entryOf(key, pathname)];
      return isSamePage && position === undefined ? undefined : scrollTo(position ?? 0);
    }
    // `useScrollToFragment` handles fragments.
    const keepsPosition = hash || (isSamePage && state?.keepScroll === KEEP_SCROLL.keepScroll);
    return keepsPosition ? undefined : scrollTo(state?.scrollTo ?? 0);
  }, [key]);
}

const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a position. Retries while the page grows, because a page that is still loading is too short; stops at the first input. */
function scrollTo(position: number): (() => void) | undefined {
  window.scrollTo(0, position);
  if (window.scrollY >= Math.floor(position)) return undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (window.scrollY >= Math.floor(position)) stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const event of USER_INPUT) window.removeEventListener(event, stop);
  };
  for (const event of USER_INPUT) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

function read(): Record<string, number> {
  try {
    return JSON.parse(readSession(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}
