import { useLayoutEffect } from 'react';

/** The attributes of the root element that describe the page. Other windows with the same styles don't have them. */
export const LAYOUT_ATTRIBUTES = ['data-chart-sheet', 'data-editor', 'data-sheet', 'data-thumb-bar'] as const;

/**
 * Sets an attribute of the root element while `isSet` is true, so that styles outside the component can depend on it. With `:has()` at the
 * root instead, the browser would recalculate the styles of the whole page whenever an element is added or removed.
 */
export function useRootAttribute(name: (typeof LAYOUT_ATTRIBUTES)[number], isSet = true): void {
  useLayoutEffect(() => {
    if (!isSet) return;
    const root = document.documentElement;
    root.setAttribute(name, '');
    return () => root.removeAttribute(name);
  }, [name, isSet]);
}
