import { type RefObject, useLayoutEffect } from 'react';

/**
 * Scrolls the chosen item to the center of an overflowing row when `choice` changes; the page doesn't scroll. The row
 * must be positioned, because offsets are relative to it.
 */
export function useScrollToCenter(row: RefObject<HTMLElement | null>, chosen: string, choice: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every choice
  useLayoutEffect(() => {
    // Runs just before painting, when layout is done anyway: an extra layout would take a third of a page's first
    // render.
    const frame = requestAnimationFrame(() => {
      const part = row.current?.querySelector<HTMLElement>(chosen);
      if (row.current && part)
        row.current.scrollLeft = part.offsetLeft - (row.current.clientWidth - part.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [choice]);
}
