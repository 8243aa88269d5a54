import type { MouseEvent } from 'react';

/**
 * A click anywhere in a row follows the row's link, in a new tab with Ctrl, Cmd or Shift; links, buttons and selected
 * text keep their behavior.
 */
export function rowClick(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, input, label') || window.getSelection()?.toString()) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const click = new window.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    ...{ ctrlKey, metaKey, shiftKey, altKey },
  });
  event.currentTarget.querySelector('a')?.dispatchEvent(click);
}
