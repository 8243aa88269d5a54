import type { KeyboardEvent } from 'react';
import type { TickerRow } from '~/api/types';
import { toggleQuickAlert } from '~/widgets/QuickAlert';
import { isFollowed } from './isFollowed';
import type { RowSheet } from './useRowSheet';

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement && target.tagName === 'A' ? target.closest('tr[data-row]') : null;

/**
 * Keyboard shortcuts of a focused row: arrows move to the next row, Space opens and closes the quote next to the table,
 * Enter follows the link, S toggles the star, A opens the alert form. Keys with modifiers keep the browser's behavior. While a
 * quote is open, it handles the arrows and Escape.
 */
export function useRowKeys<Row extends TickerRow>(rows: readonly Row[], sheet: RowSheet<Row>) {
  return (event: KeyboardEvent) => {
    const element = rowOf(event.target);
    if (!element || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = rows.find(({ id }) => String(id) === element.dataset.row);
    if (!row) return;
    const { key } = event;
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !sheet.row) {
      const next = key === 'ArrowDown' ? element.nextElementSibling : element.previousElementSibling;
      if (!(next instanceof HTMLElement)) return;
      next.querySelector<HTMLElement>('a')?.focus();
    } else if (!isFollowed(row)) return;
    else if (key === ' ' && sheet.canOpen) {
      if (row === sheet.row) sheet.close();
      else sheet.open(row.symbol);
    } else if (key === 's') element.querySelector<HTMLElement>('[data-star]')?.click();
    else if (key === 'a') toggleQuickAlert(row, event.target as HTMLElement);
    else return;
    event.preventDefault();
  };
}
