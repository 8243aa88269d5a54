import { useDeferredValue, useState, useSyncExternalStore } from 'react';

/** Tells the page's inline script that React has hydrated the prerendered page, or failed to: clicks no longer need to be repeated. */
export function markHydrated(): void {
  document.getElementById('root')?.removeAttribute('data-hydrating');
}

const subscribe = () => () => {};
const alwaysFalse = () => false;

/**
 * Returns true once a component may render something different from the prerendered HTML. While React hydrates it, it must render the
 * same HTML, or React would discard the prerendered page. The render after that is a transition, so the browser stays responsive. A
 * component that is mounted later may differ from the start.
 */
export function useIsHydrated(): boolean {
  let isHydrating = false;
  // React reads the server's snapshot only in the build and while it hydrates.
  useSyncExternalStore(subscribe, alwaysFalse, () => {
    isHydrating = true;
    return false;
  });
  const [wasHydrated] = useState(isHydrating);
  // A hydrated component renders once with false, and then with true in a transition. An initial value would start a transition for any
  // component, and in a Suspense boundary React repeated it until the frame was over: 150 renders of a chart's overlays.
  return useDeferredValue(true, wasHydrated ? false : undefined);
}
