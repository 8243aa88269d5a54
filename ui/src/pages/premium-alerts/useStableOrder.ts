import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Keeps the order of rows while the pointer or the keyboard focus is in the list, so that buttons don't move away. New
 * rows come first.
 */
export function useStableOrder<R extends { id: number }>(
  rows: readonly R[],
  list: RefObject<HTMLElement | null>,
): readonly R[] {
  const order = rows.map(({ id }) => id).join();
  const [stableOrder, setStableOrder] = useState(order);
  useLayoutEffect(() => {
    if (!list.current?.matches(':hover, :focus-within')) setStableOrder(order);
  }, [order, list]);
  const positions = new Map(stableOrder.split(',').map((id, position) => [Number(id), position]));
  const placeOf = ({ id }: R) => positions.get(id) ?? -1;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
