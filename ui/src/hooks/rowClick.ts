import type { MouseEvent } from 'react';

/** Opens a row in place; returns false if it has to be followed as a link. */
export type OpenRow = (row: HTMLElement) => boolean;

const isOnControl = ({ target }: MouseEvent): boolean =>
  (target as HTMLElement).closest('a, button, input, label') !== null;

/**
 * Click handler of a row: opens it in place with `open`, or else follows the row's link, in a new tab or window with Ctrl, Cmd, Shift or
 * the middle button. Does nothing for clicks on links and form controls, or while text is selected.
 */
export function rowClick(event: MouseEvent<HTMLElement>, open?: OpenRow): void {
  if (isOnControl(event) || window.getSelection()?.toString()) return;
  const { currentTarget, shiftKey, altKey } = event;
  const isMiddle = event.button === 1;
  const [ctrlKey, metaKey] = [event.ctrlKey || isMiddle, event.metaKey || isMiddle];
  const isPlain = !ctrlKey && !metaKey && !shiftKey && !altKey;
  if (isPlain && open?.(currentTarget)) return;
  followLink(currentTarget, { ctrlKey, metaKey, shiftKey, altKey });
}

/** Handler of `auxclick` on a row, which the middle button and the right one fire. */
export function rowMiddleClick(event: MouseEvent<HTMLElement>): void {
  if (event.button === 1) rowClick(event);
}

/** Handler of a double click on a row that a click opens in place: follows its link. The click may have selected a word. */
export function rowDoubleClick(event: MouseEvent<HTMLElement>): void {
  if (!isOnControl(event)) followLink(event.currentTarget);
}

function followLink(row: HTMLElement, modifiers: MouseEventInit = {}): void {
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers });
  row.querySelector('a')?.dispatchEvent(click);
}
