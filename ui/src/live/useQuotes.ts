import { useCallback, useRef } from 'react';
import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/clock';
import { useStore } from '~/state/useStore';
import { quotes } from './feed';
import { merge } from './merge';
import { scheduleSummary } from './priceScheduler';

/** Minimum time between two renders of a summary. */
const UPDATE_MS = 1000;

/**
 * Returns loaded rows with their newest quotes, for summaries such as a count or a total. Renders at most once a second; a cell
 * that shows one ticker uses `useQuote` instead, which follows every tick.
 */
export function useQuotes<T extends Ticker>(loaded: readonly T[]): readonly T[] {
  const ids = loaded.map((row) => row.id).join();
  const updateCount = useRef(0);
  const subscribe = useCallback(
    (onUpdate: () => void) => {
      let isSubscribed = true;
      let timer: number | undefined;
      const update = () => {
        timer = undefined;
        if (!isSubscribed) return;
        updateCount.current += 1;
        onUpdate();
      };
      const onChange = () => {
        timer ??= window.setTimeout(() => scheduleSummary(update), UPDATE_MS);
      };
      const unsubscribes = ids
        .split(',')
        .map((id) => (id ? quotes.subscribe(Number(id), onChange) : undefined));
      return () => {
        isSubscribed = false;
        window.clearTimeout(timer);
        for (const unsubscribe of unsubscribes) unsubscribe?.();
      };
    },
    [ids],
  );
  useStore(subscribe, () => updateCount.current);
  const now = serverNow();
  return loaded.map((row) => merge(row, quotes.get(row.id), now));
}
