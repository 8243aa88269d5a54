import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORE = 'marketdeck-scroll';

/** How far each entry of the history was scrolled: pixels by the entry's key. It outlives a reload. */
const places: Record<string, number> = read();

/** A page starts at its top; one that is gone back to, or loaded again, starts where it was left. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  useEffect(() => {
    // The browser would scroll the page that is about to leave.
    history.scrollRestoration = 'manual';
    const save = () => sessionStorage.setItem(STORE, JSON.stringify(places));
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, []);
  // Before the next effect, whose scrolling belongs to the new entry and not to the one before.
  useLayoutEffect(() => {
    const note = () => {
      places[key] = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);
  // By pathname: another choice on the same page moves nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key and the way belong to the pathname's change
  useLayoutEffect(() => scrollTo(back ? (places[key] ?? 0) : 0), [pathname]);
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
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
  } catch {
    return {};
  }
}
