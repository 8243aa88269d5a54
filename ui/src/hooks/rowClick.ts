import type { MouseEvent } from 'react';

/**
 * Click handler of a row: follows the row's link, in a new tab or window with Ctrl, Cmd or Shift. Does nothing for clicks on
 * links and form controls, or while text is selected.
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
