import { useEffect, useReducer } from 'react';
import type { Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
import { quotes } from './feed';
import { merge } from './merge';

/** What sums up many rows is renewed at most this often. */
const RENEW_MS = 1000;

/**
 * Loaded rows with their newest quotes, for what sums them up: a count, a total. Renders at most
 * once a second; a cell that shows one ticker uses `useQuote` and follows every tick.
 */
export function useQuotes<T extends Ticker>(loaded: readonly T[]): readonly T[] {
  const [, renew] = useReducer((count: number) => count + 1, 0);
  const ids = loaded.map((row) => row.id).join();
  useEffect(() => {
    let timer: number | undefined;
    const onChange = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        renew();
      }, RENEW_MS);
    };
    const stops = ids.split(',').map((id) => (id ? quotes.subscribe(Number(id), onChange) : undefined));
    return () => {
      window.clearTimeout(timer);
      for (const stop of stops) stop?.();
    };
  }, [ids]);
  const now = serverNow();
  return loaded.map((row) => merge(row, quotes.get(row.id), now));
}
