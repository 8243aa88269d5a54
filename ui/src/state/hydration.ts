import { useDeferredValue, useState, useSyncExternalStore } from 'react';

/** Tells the page's inline script that the app reacts to everything: it hydrated the prerendered page, or failed. */
export function markHydrated(): void {
  document.getElementById('root')?.removeAttribute('data-hydrating');
}

const never = () => () => {};
const no = () => false;

/**
 * Returns true once a component may render something else than the build did. While React hydrates it, it must render the same,
 * or React would discard the prerendered HTML; the render after that is a transition, so the browser stays responsive. A
 * component that is mounted later may differ from the start.
 */
export function useIsHydrated(): boolean {
  let isHydrating = false;
  // React reads the server's snapshot only in the build and while it hydrates.
  useSyncExternalStore(never, no, () => {
    isHydrating = true;
    return false;
  });
  const [wasHydrated] = useState(isHydrating);
  // If hydrated: false once, and then true, in a transition.
  return useDeferredValue(true, !wasHydrated);
}
