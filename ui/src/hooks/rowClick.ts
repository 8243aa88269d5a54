import type { MouseEvent } from 'react';

/** A click anywhere in a row follows the row's own link; links, buttons and selected text keep theirs. */
export function rowClick(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, input, label') || window.getSelection()?.toString()) return;
  event.currentTarget.querySelector('a')?.click();
}
