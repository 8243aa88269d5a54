import { useCallback, useRef } from 'react';
import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
import { useStore } from '~/state/useStore';
import { quotes } from './feed';
import { merge } from './merge';
import { scheduleSummary } from './priceScheduler';

/** What sums up many rows is renewed at most this often. */
const RENEW_MS = 1000;

/**
 * Loaded rows with their newest quotes, for what sums them up: a count, a total. Renders at most
 * once a second; a cell that shows one ticker uses `useQuote` and follows every tick.
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
        timer ??= window.setTimeout(() => scheduleSummary(renew), RENEW_MS);
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
