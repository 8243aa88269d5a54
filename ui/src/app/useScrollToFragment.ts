import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The router's key of a page opened by URL or reloaded. */
const FIRST_KEY = 'default';
const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * NAV-04: scrolls to a '#' link's target and focuses it, which browsers do not do for router links. Does nothing when
 * going back, which `useScrollRestoration` handles.
 */
export function useScrollToFragment(): void {
  const { hash, key } = useLocation();
  const isGoingBack = useNavigationType() === 'POP' && key !== FIRST_KEY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: by key, so that following the same link twice works
  useEffect(() => (hash && !isGoingBack ? scrollWhenRendered(hash.slice(1)) : undefined), [key]);
}

/** Waits for the target, which may be rendered later, until the first input. */
function scrollWhenRendered(id: string): (() => void) | undefined {
  const scroll = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
    return target !== null;
  };
  if (scroll()) return undefined;
  const observer = new MutationObserver(() => scroll() && stop());
  const stop = () => {
    observer.disconnect();
    for (const event of USER_INPUT) window.removeEventListener(event, stop);
  };
  for (const event of USER_INPUT) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
