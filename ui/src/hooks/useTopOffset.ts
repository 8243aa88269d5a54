import { type RefObject, useEffect } from 'react';

/** Sets the CSS variable `--top` to the page's offset, so that a page can end at the bottom of the window. */
export function useTopOffset(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = () => {
      const top = (page.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      page.current?.style.setProperty('--top', `${top}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [page]);
}
