import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { moveItem, placeAt } from './reorder';
import { useReorder } from './useWatchlistChanges';

/** The actions of a drag handle on its row. */
export interface Sorting {
  /** Moves the row by positions, up (negative) or down. */
  step: (index: number, by: number) => void;
  /** The row follows the pointer until released. */
  drag: (index: number) => void;
  dragged: number | null;
}

/**
 * The order of the rows in `box` while they are dragged or moved by keys. A key step is saved at once, a drag on
 * release; `announcement` describes the change.
 */
export function useRowOrder(
  listId: number,
  entries: readonly WatchlistEntry[],
  box: RefObject<HTMLElement | null>,
) {
  const { mutate } = useReorder(listId);
  /** Entry ids during a drag. */
  const [draft, setDraft] = useState<readonly number[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, announce] = useState('');
  /** The row moved by a key, until it reaches its new position. */
  const stepped = useRef<{ itemId: number; to: number } | null>(null);
  const order = useMemo(() => (draft ? arranged(entries, draft) : entries), [entries, draft]);
  const now = useRef(order);
  now.current = order;

  const sorting = useMemo<Sorting>(() => {
    const keep = (ids: readonly number[], entry: WatchlistEntry) => {
      mutate(ids);
      announce(
        `${entry.symbol} moved to position ${ids.indexOf(entry.watchlistItemId) + 1} of ${ids.length}.`,
      );
    };
    return {
      dragged,
      step: (index, by) => {
        const entry = now.current[index];
        const to = index + by;
        if (!entry || to < 0 || to >= now.current.length) return;
        stepped.current = { itemId: entry.watchlistItemId, to };
        keep(idsOf(moveItem(now.current, index, to)), entry);
      },
      drag: (index) => {
        const entry = now.current[index];
        if (!entry) return;
        const previousIds = idsOf(now.current);
        setDragged(entry.watchlistItemId);
        follow({
          box: box.current,
          place: () => now.current.findIndex((row) => row.watchlistItemId === entry.watchlistItemId),
          move: (from, to) => setDraft(idsOf(moveItem(now.current, from, to))),
          end: (committed) => {
            const ids = idsOf(now.current);
            setDragged(null);
            setDraft(null);
            if (committed && ids.join() !== previousIds.join()) keep(ids, entry);
          },
        });
      },
    };
  }, [mutate, box, dragged]);

  // Moving a row in the DOM takes focus off its handle. Focus returns once; later orders don't move it.
  useLayoutEffect(() => {
    const row = stepped.current;
    if (!row || order[row.to]?.watchlistItemId !== row.itemId) return;
    stepped.current = null;
    box.current?.querySelectorAll<HTMLElement>('[data-grip]')[row.to]?.focus();
  }, [order, box]);
  useEffect(() => {
    const clearDrag = () => {
      stepped.current = null;
    };
    window.addEventListener('pointerdown', clearDrag);
    return () => window.removeEventListener('pointerdown', clearDrag);
  }, []);
  return { order, announcement, sorting };
}

const idsOf = (entries: readonly WatchlistEntry[]) => entries.map((entry) => entry.watchlistItemId);

function arranged(entries: readonly WatchlistEntry[], ids: readonly number[]): WatchlistEntry[] {
  return [...entries].sort((a, b) => ids.indexOf(a.watchlistItemId) - ids.indexOf(b.watchlistItemId));
}

interface Drag {
  box: HTMLElement | null;
  place: () => number;
  move: (from: number, to: number) => void;
  end: (committed: boolean) => void;
}

/** Tracks the pointer on the window, because the handle moves in the DOM while dragged. */
function follow({ box, place, move, end }: Drag): void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const finish = (committed: boolean) => {
    stop.abort();
    end(committed);
  };
  window.addEventListener(
    'pointermove',
    (event) => {
      const rows = [...(box?.querySelectorAll('[data-grip]') ?? [])].map((grip) => grip.closest('tr, li'));
      const boxes = rows.map((row) => row?.getBoundingClientRect() ?? new DOMRect());
      const from = place();
      const to = placeAt(event.clientY, boxes, from);
      if (to !== from) move(from, to);
    },
    options,
  );
  window.addEventListener('pointerup', () => finish(true), options);
  window.addEventListener('pointercancel', () => finish(false), options);
  window.addEventListener('keydown', (event) => event.key === 'Escape' && finish(false), options);
}
