import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { sessionLineQuery, tickerQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { isTyping } from '~/hooks/isTyping';
import { hasSingleKeys } from '~/state/singleKeys';
import { PartReadOnly } from '../useReadOnly';
import QuoteSheet, { type Hint } from './QuoteSheet';
import { rangeQuery, useSheetRange } from './ranges';
import { rowStep } from './rowStep';

const HINTS: readonly Hint[] = [
  ['↑ ↓', 'next row'],
  ['Enter', 'open page'],
  ['Esc', 'close'],
];

/** How long data of a neighbor that was fetched in advance is fresh. */
const FRESH_MS = 60_000;

interface Props {
  row: TickerRow;
  /** All rows, in the order of the table. */
  rows: readonly TickerRow[];
  /** The element around the table. */
  table: RefObject<HTMLElement | null>;
  open: (symbol: string) => void;
  walkTo: (symbol: string) => void;
  close: () => void;
}

/** The quote of a table's row. ↑ and ↓, or J and K, walk through the rows; Enter opens the page; Escape closes the quote. */
export default function RowSheet({ row, rows, table, open, walkTo, close }: Props) {
  const sheet = useRef<HTMLElement>(null);
  const isWalking = useRef(false);
  const elementOf = (id: number) => table.current?.querySelector<HTMLElement>(`tr[data-row="${id}"]`);
  const linkOf = (id: number) => elementOf(id)?.querySelector('a');
  const closeAndReturn = () => {
    linkOf(row.id)?.focus({ preventScroll: true });
    close();
  };
  const prefetch = usePrefetch(rows);

  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!isOwnKey(target, [table.current, sheet.current])) return;
    const step = rowStep(key, hasSingleKeys());
    if (step) {
      const next = rows[rows.findIndex(({ id }) => id === row.id) + step];
      isWalking.current = next !== undefined;
      if (next) walkTo(next.symbol);
    } else if (key === 'Escape') closeAndReturn();
    else if (key === 'Enter' && (target === document.body || target === linkOf(row.id))) {
      // Back returns to this row, even right after a walk.
      open(row.symbol);
      linkOf(row.id)?.click();
    } else return;
    event.preventDefault();
  };
  const latestOnKey = useRef(onKey);
  useLayoutEffect(() => {
    latestOnKey.current = onKey;
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latestOnKey.current(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  useKeepInPlace(() => elementOf(row.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another row
  useLayoutEffect(() => {
    if (isWalking.current) linkOf(row.id)?.focus({ preventScroll: true });
    isWalking.current = false;
    elementOf(row.id)?.scrollIntoView({ block: 'nearest' });
  }, [row.id]);
  return (
    // Next to a list that can't be changed, the ticker can still be added to another one.
    <PartReadOnly value={null}>
      <QuoteSheet row={row} hints={HINTS} onClose={closeAndReturn} onSettle={prefetch} sheet={sheet} />
    </PartReadOnly>
  );
}

/** Returns true for keys without focus, in the table and in the quote, except in fields and in layers above them. */
function isOwnKey(target: EventTarget | null, areas: readonly (HTMLElement | null)[]): boolean {
  if (isTyping(target) || document.querySelector('[role="dialog"]:not([data-docked])')) return false;
  return target === document.body || areas.some((area) => target instanceof Node && area?.contains(target));
}

/** Keeps the row where it is on the screen when the page makes room for the quote, and when it takes the room back. */
function useKeepInPlace(find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find);
  const before = useRef<number>(undefined);
  const top = () => latest.current()?.getBoundingClientRect().top;
  // Measured before the sheet is in the document.
  before.current ??= top();
  useLayoutEffect(() => {
    latest.current = find;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the sheet opens and closes
  useLayoutEffect(() => {
    const restore = (from: number | undefined) => {
      const now = top();
      if (now !== undefined && from !== undefined) window.scrollBy(0, now - from);
    };
    restore(before.current);
    return () => {
      const open = top();
      // After the sheet has left.
      queueMicrotask(() => restore(open));
    };
  }, []);
}

/** Returns a function that fetches what the quotes of the rows next to a row show first. */
function usePrefetch(rows: readonly TickerRow[]) {
  const client = useQueryClient();
  const [range] = useSheetRange();
  return (row: TickerRow) => {
    const index = rows.findIndex(({ id }) => id === row.id);
    for (const next of [rows[index + 1], rows[index - 1]]) {
      if (!next) continue;
      void client.prefetchQuery({ ...tickerQuery(next.symbol), staleTime: FRESH_MS });
      if (range === '1D') void client.prefetchQuery({ ...sessionLineQuery(next.id), staleTime: FRESH_MS });
      else void client.prefetchQuery(rangeQuery(next.id, range));
    }
  };
}
