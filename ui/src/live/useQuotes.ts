import { useCallback, useRef } from 'react';
import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
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
  const renewals = useRef(0);
  const subscribe = useCallback(
    (onRenew: () => void) => {
      let isWanted = true;
      let timer: number | undefined;
      const renew = () => {
        timer = undefined;
        if (!isWanted) return;
        renewals.current += 1;
        onRenew();
      };
      const onChange = () => {
        timer ??= window.setTimeout(() => scheduleSummary(renew), UPDATE_MS);
      };
      const stops = ids.split(',').map((id) => (id ? quotes.subscribe(Number(id), onChange) : undefined));
      return () => {
        isWanted = false;
        window.clearTimeout(timer);
        for (const stop of stops) stop?.();
      };
    },
    [ids],
  );
  useStore(subscribe, () => renewals.current);
  const now = serverNow();
  return loaded.map((row) => merge(row, quotes.get(row.id), now));
}
