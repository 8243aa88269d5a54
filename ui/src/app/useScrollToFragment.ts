import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * NAV-04: a '#' link shows its place and moves the focus there; no browser does so for a router's link.
 * Going back does not: `useScrollRestoration` knows where the reader was.
 */
export function useScrollToFragment(): void {
  const { hash, key } = useLocation();
  const back = useNavigationType() === 'POP' && key !== FIRST_KEY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: by key, so that the same link works again
  useEffect(() => {
    const place = hash && !back && document.getElementById(hash.slice(1));
    if (!place) return;
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  }, [key]);
}

/** The router's name for an address that was typed or opened anew. */
const FIRST_KEY = 'default';
