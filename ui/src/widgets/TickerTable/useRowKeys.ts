import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { paths } from '~/paths';

/** From here on there is room for a quote beside a table. */
const HAS_ROOM_FOR_QUOTE = '(width >= 75em)';

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement && target.tagName === 'A' ? target.closest('tr[data-row]') : null;

/**
 * The keys of a row whose link has the focus: arrows go to the next row, the space bar opens and closes the quote beside
 * the table, Enter is the link's own, S presses the star, A begins an alert, Escape closes the quote. Keys with a modifier stay the browser's.
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
