import { type RefObject, useRef } from 'react';

/**
 * A text for a screen reader that speaks each change of the element which has the focus: while it has it, the text changes
 * only with `position`, which a person moved, and not with every price.
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
