import { type RefObject, useLayoutEffect } from 'react';

/**
 * The chosen part into the middle of a row that is too long for the window, whenever there is another `choice`; the page stays where
 * it is. The row is positioned, for offsets are counted from it.
 */
export function useScrollToCenter(row: RefObject<HTMLElement | null>, chosen: string, choice: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every choice
  useLayoutEffect(() => {
    // Just before it is painted, when everything is laid out anyway: once more would be a third of a page's first drawing.
    const frame = requestAnimationFrame(() => {
      const part = row.current?.querySelector<HTMLElement>(chosen);
      if (row.current && part)
        row.current.scrollLeft = part.offsetLeft - (row.current.clientWidth - part.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [choice]);
}
