import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Scrolls the item that matches `selector` to the center of an overflowing row when `choice` changes; the page doesn't scroll. The row
 * must be positioned, because offsets are relative to it.
 */
export function useScrollToCenter(
  row: RefObject<HTMLElement | null>,
  selector: string,
  choice: unknown,
): void {
  const hasScrolled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every choice
  useLayoutEffect(() => {
    // Runs just before painting, when the layout is computed anyway. An extra layout would take a third of a page's first
    // render.
    const frame = requestAnimationFrame(() => {
      const item = row.current?.querySelector<HTMLElement>(selector);
      if (!row.current || !item) return;
      // A row starts at its first item. Even reading the position would compute the layout.
      if (!hasScrolled.current && item === item.parentElement?.firstElementChild) return;
      hasScrolled.current = true;
      row.current.scrollLeft = item.offsetLeft - (row.current.clientWidth - item.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [choice]);
}
