import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The router's name for an address that was typed or reloaded. */
const FIRST_KEY = 'default';
const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * NAV-04: a '#' link shows its place and moves the focus there; no browser does so for a router's link.
 * Going back does not: `useScrollRestoration` knows where the reader was.
 */
export function useScrollToFragment(): void {
  const { hash, key } = useLocation();
  const back = useNavigationType() === 'POP' && key !== FIRST_KEY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: by key, so that the same link works again
  useEffect(() => (hash && !back ? showWhenThere(hash.slice(1)) : undefined), [key]);
}

/** The code of a page, or its data, may come later than its address: waits for the place until a hand takes over. */
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
