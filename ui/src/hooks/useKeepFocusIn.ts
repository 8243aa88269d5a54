import { type RefObject, useEffect } from 'react';

/**
 * Focuses `box` when the focused element inside is removed, such as a table row. Otherwise keyboard navigation would restart at
 * the top of the page.
 */
export function useKeepFocusIn(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let lastFocused: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      lastFocused = target as Element;
    };
    const observer = new MutationObserver(() => {
      if (!lastFocused || lastFocused.isConnected) return;
      lastFocused = null;
      if (document.activeElement !== document.body) return;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [box]);
}
