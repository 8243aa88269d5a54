import { type RefObject, useRef } from 'react';

/**
 * Returns the text that a screen reader should announce. Screen readers announce every change on the focused element, so while
 * it is focused, the text changes only with `position`, which the user moves, and not with every price.
 */
export function useAnnouncedText(
  element: RefObject<HTMLElement | null>,
  position: string,
  text: string,
): string {
  const announced = useRef({ position, text });
  const hasFocus = element.current !== null && element.current === document.activeElement;
  if (!hasFocus || announced.current.position !== position) announced.current = { position, text };
  return announced.current.text;
}
