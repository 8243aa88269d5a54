import { type RefObject, useEffect } from 'react';

/**
 * When the focused element inside `box` is removed (such as a table row), `box` takes the focus; otherwise the keyboard
 * would restart at the top of the page.
 */
export function useKeepFocusIn(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    const watcher = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      last = null;
      if (document.activeElement !== document.body) return;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', onFocus);
    watcher.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      watcher.disconnect();
    };
  }, [box]);
}
