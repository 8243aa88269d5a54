import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { paths } from '~/paths';

/** The minimum width at which a quote fits next to a table. */
const HAS_ROOM_FOR_QUOTE = '(width >= 75em)';

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement && target.tagName === 'A' ? target.closest('tr[data-row]') : null;

/**
 * Keyboard shortcuts of a focused row: arrows move to the next row, Space opens and closes the quote next to the table,
 * Enter follows the link, S toggles the star, A starts an alert, Escape closes the quote. Keys with modifiers keep the
 * browser's behavior.
 */
export function useRowKeys<Row extends TickerRow>(rows: readonly Row[]) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<number>();
  const shown = rows.find(({ id }) => id === open);
  const close = () => setOpen(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const element = rowOf(event.target);
    if (!element || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = rows.find(({ id }) => String(id) === element.dataset.row);
    if (!row) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = key === 'ArrowDown' ? element.nextElementSibling : element.previousElementSibling;
      if (!(next instanceof HTMLElement)) return;
      next.querySelector<HTMLElement>('a')?.focus();
      if (shown) setOpen(Number(next.dataset.row));
    } else if (key === ' ' && window.matchMedia(HAS_ROOM_FOR_QUOTE).matches)
      setOpen(row === shown ? undefined : row.id);
    else if (key === 's') element.querySelector<HTMLElement>('[data-star]')?.click();
    else if (key === 'a') navigate(`${paths.alerts}?${new URLSearchParams({ symbol: row.symbol })}`);
    else if (key === 'Escape' && shown) close();
    else return;
    event.preventDefault();
  };
  return { onKeyDown, shown, close };
}
