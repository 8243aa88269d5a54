import { useDeferredValue, useState } from 'react';

let isHydrating = false;

/** The page stands already, drawn by the build without any data, and the app is about to take it over. */
export function beginHydration(): void {
  isHydrating = true;
}

/** All parts of the page are taken over. */
export function endHydration(): void {
  isHydrating = false;
}

/**
 * Whether a part may differ from what the build drew. Its first drawing must not, or React would throw the drawn page away;
 * the one after it is a transition, between whose slices the browser answers to a person.
 */
export function useIsHydrated(): boolean {
  const [isTakenOver] = useState(isHydrating);
  return useDeferredValue(true, !isTakenOver);
}
