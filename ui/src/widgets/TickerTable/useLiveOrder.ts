import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TickerRow } from '~/api/types';
import type { Column } from '~/components/table/column';
import { type Sort, sortRows } from '~/components/table/sort';
import { quotes } from '~/live/feed';
import { merge } from '~/live/merge';
import { onTick, serverNow } from '~/state/clock';

/** Interval at which rows are reordered while prices change. */
export const RERANK_MS = 3000;

/** Sorts rows by live values. The order stays while the pointer or focus is in `box`, so that no row moves away. */
export function useLiveOrder<Row extends TickerRow>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
  box: RefObject<HTMLElement | null>,
): readonly Row[] {
  const rank = () => {
    const now = serverNow();
    const newest = rows.map((row) => merge(row, quotes.get(row.id), now));
    return sortRows(newest, columns, sort)
      .map(({ id }) => id)
      .join();
  };
  const orderKey = [sort?.key, sort?.dir, ...rows.map(({ id }) => id)].join();
  const [ranking, setRanking] = useState(() => ({ orderKey, order: rank() }));
  // The sort order or the rows have changed.
  const shown = ranking.orderKey === orderKey ? ranking : { orderKey, order: rank() };
  if (shown !== ranking) setRanking(shown);
  const latest = useRef(rank);
  useEffect(() => {
    latest.current = rank;
  });
  useEffect(() => {
    return onTick(RERANK_MS, () => {
      const list = box.current;
      if (list?.matches(':hover') || list?.contains(document.activeElement)) return;
      const order = latest.current();
      setRanking((before) => (before.order === order ? before : { ...before, order }));
    });
  }, [box]);
  const positions = new Map(shown.order.split(',').map((id, position) => [Number(id), position]));
  return rows.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
}
