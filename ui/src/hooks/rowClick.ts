import type { MouseEvent } from 'react';

/**
 * A click anywhere in a row follows the row's own link, in another tab with Ctrl, Cmd or Shift, as on the link itself; links,
 * buttons and selected text keep theirs.
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
