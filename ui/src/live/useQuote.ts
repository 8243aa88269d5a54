import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { OverviewItem, Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
import { quotes } from './feed';
import { isNewer, merge } from './merge';

/** Subscribes to a ticker and renders again only when what `read` makes of it has changed. */
function useLive<S>(id: number, read: (live: Ticker | undefined) => S): S {
  const subscribe = useCallback((onChange: () => void) => quotes.subscribe(id, onChange), [id]);
  const last = useRef<S>(undefined);
  return useSyncExternalStore(subscribe, () => {
    const next = read(quotes.get(id));
    if (!isSame(last.current, next)) last.current = next;
    return last.current as S;
  });
}

/**
 * What `select` takes of a ticker's newest state, loaded or heard live:
 * `const price = useQuote(ticker, (quote) => quote.price)`. The component renders again only when that
 * changes; an object is compared field by field. Without `select` any change renders.
 */
export function useQuote<T extends Ticker>(loaded: T): T;
export function useQuote<T extends Ticker, S>(loaded: T, select: (quote: T) => S): S;
export function useQuote<T extends Ticker>(loaded: T, select: (quote: T) => unknown = (quote) => quote) {
  return useLive(loaded.id, (live) => select(merge(loaded, live, serverNow())));
}

/** A row of the overview with its newest price and change. */
export function useOverviewQuote(loaded: OverviewItem): OverviewItem {
  return useLive(loaded.id, (live) => {
    if (!live || !isNewer(live, loaded)) return loaded;
    const { price, change24h: change, updatedAt } = live;
    return { ...loaded, price, change, updatedAt };
  });
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
