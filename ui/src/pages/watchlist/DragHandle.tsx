import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '~/components/Icon';
import type { Sorting } from './useRowOrder';
import classes from './WatchTable.module.css';

/** Moves a row by dragging or with the arrow keys. */
export function DragHandle({ symbol, index, sorting }: { symbol: string; index: number; sorting: Sorting }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    sorting.step(index, by);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    sorting.drag(index);
  };
  return (
    <button
      type="button"
      data-grip
      className={classes.grip}
      aria-label={`Move ${symbol}: arrow up or down`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <Icon name="drag" size={18} />
    </button>
  );
}
