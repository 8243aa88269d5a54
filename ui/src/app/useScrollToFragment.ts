import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The router's key of a page opened by URL or reloaded. */
const FIRST_KEY = 'default';
const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * NAV-04: scrolls to a '#' link's target and focuses it, which browsers do not do for router links. Not when going back, which
 * `useScrollRestoration` handles.
 */
export function useScrollToFragment(): void {
  const { hash, key } = useLocation();
  const back = useNavigationType() === 'POP' && key !== FIRST_KEY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: by key, so that following the same link twice works
  useEffect(() => (hash && !back ? showWhenThere(hash.slice(1)) : undefined), [key]);
}

/** Waits for the target, which may be rendered later, until the first input. */
function showWhenThere(id: string): (() => void) | undefined {
  const show = () => {
    const place = document.getElementById(id);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
    return place !== null;
  };
  if (show()) return undefined;
  const coming = new MutationObserver(() => show() && stop());
  const stop = () => {
    coming.disconnect();
    for (const event of USER_INPUT) window.removeEventListener(event, stop);
  };
  for (const event of USER_INPUT) window.addEventListener(event, stop, { passive: true });
  coming.observe(document.body, { childList: true, subtree: true });
  return stop;
}
