import { useDeferredValue, useState, useSyncExternalStore } from 'react';

/** Tells the page's first script that the app answers to everything: it hydrated what the build drew, or failed. */
export function markHydrated(): void {
  document.getElementById('root')?.removeAttribute('data-drawn');
}

const never = () => () => {};
const no = () => false;

/**
 * Whether a part may differ from what the build drew. A part that takes over a drawn one must not in its first drawing, or React
 * would throw the drawn one away; the drawing after it is a transition, between whose slices the browser answers to a person.
 * Any other part may from the start.
 */
export function useIsHydrated(): boolean {
  let takesOver = false;
  // React asks for this value only where the build draws, and where the browser takes over what it drew.
  useSyncExternalStore(never, no, () => {
    takesOver = true;
    return false;
  });
  const [isDrawn] = useState(takesOver);
  // Where it takes over: false once, and then true, in a transition.
  return useDeferredValue(true, !isDrawn);
}
