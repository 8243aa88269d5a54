import { type RefObject, useRef } from 'react';

/**
 * A text for screen readers, which announce each change on the focused element: while focused, the text changes only
 * with `position`, which the user moves, and not with every price.
 */
export function useAnnouncedText(
  element: RefObject<HTMLElement | null>,
  position: string,
  text: string,
): string {
  const spoken = useRef({ position, text });
  const hasFocus = element.current !== null && element.current === document.activeElement;
  if (!hasFocus || spoken.current.position !== position) spoken.current = { position, text };
  return spoken.current.text;
}
