import { useEffect, useReducer } from 'react';
import type { Ticker } from '~/api/types';
import { feed } from './feed';

/** What sums up many rows is renewed at most this often. */
const RENEW_MS = 1000;

/**
 * Loaded rows as the feed knows them now, for what sums them up: a count, a total. Renders at most
 * once a second; a row that shows one ticker uses `useLiveQuote` and follows every tick.
 */
export function useLiveRows<T extends Ticker>(loaded: readonly T[]): readonly T[] {
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
    const stops = ids.split(',').map((id) => (id ? feed.subscribe(Number(id), onChange) : undefined));
    return () => {
      window.clearTimeout(timer);
      for (const stop of stops) stop?.();
    };
  }, [ids]);
  return loaded.map((row) => {
    const live = feed.quote(row.id);
    return live && (live.updatedAt ?? '') >= (row.updatedAt ?? '') ? { ...row, ...live } : row;
  });
}
