import { useCallback, useRef } from 'react';
import type { OverviewItem, Ticker } from '~/api/types';
import { serverNow } from '~/state/clock';
import { useStore } from '~/state/useStore';
import { quotes } from './feed';
import { isNewer, merge, type ShownQuote } from './merge';
import { scheduleSummary } from './priceScheduler';

type Subscribe = (id: number, onChange: () => void) => () => void;

const renderWithPrices: Subscribe = (id, onChange) => quotes.subscribe(id, onChange);

/** Like `renderWithPrices`, but calls `onChange` in a frame after the price was rendered. */
const renderWithSummaries: Subscribe = (id, onChange) => {
  let isScheduled = false;
  let isSubscribed = true;
  const render = () => {
    isScheduled = false;
    if (isSubscribed) onChange();
  };
  const stop = quotes.subscribe(id, () => {
    if (!isScheduled) scheduleSummary(render);
    isScheduled = true;
  });
  return () => {
    isSubscribed = false;
    stop();
  };
};

/** Subscribes to a ticker and renders again only when the result of `read` changed. */
function useLive<S>(
  id: number,
  read: (live: ShownQuote | undefined) => S,
  subscribeTo = renderWithPrices,
): S {
  const subscribe = useCallback((onChange: () => void) => subscribeTo(id, onChange), [id, subscribeTo]);
  const lastResult = useRef<S>(undefined);
  return useStore(subscribe, () => {
    const next = read(quotes.get(id));
    if (!isSame(lastResult.current, next)) lastResult.current = next;
    return lastResult.current as S;
  });
}

const identity = (quote: Ticker): unknown => quote;

const mergeAndSelect =
  <T extends Ticker>(loaded: T, select: (quote: T) => unknown) =>
  (live: ShownQuote | undefined) =>
    select(merge(loaded, live, serverNow()));

/**
 * Returns `select` of a ticker's newest state, loaded or live: `const price = useQuote(ticker, (quote) => quote.price)`. The
 * component renders again only when the result changes; objects are compared field by field. Without `select` it renders on every change.
 */
export function useQuote<T extends Ticker>(loaded: T): T;
export function useQuote<T extends Ticker, S>(loaded: T, select: (quote: T) => S): S;
export function useQuote<T extends Ticker>(loaded: T, select: (quote: T) => unknown = identity) {
  return useLive(loaded.id, mergeAndSelect(loaded, select));
}

/**
 * Like `useQuote`, for values computed from a price. They render in a later frame than the price itself, because rendering all panels
 * of a ticker in one frame would block a slow device.
 */
export function useDerived<T extends Ticker>(loaded: T): T;
export function useDerived<T extends Ticker, S>(loaded: T, select: (quote: T) => S): S;
export function useDerived<T extends Ticker>(loaded: T, select: (quote: T) => unknown = identity) {
  return useLive(loaded.id, mergeAndSelect(loaded, select), renderWithSummaries);
}

/** Returns a row of the overview with its newest price and change. */
export function useOverviewQuote(loaded: OverviewItem): OverviewItem {
  return useLive(loaded.id, (live) => {
    if (!live || 'isPast' in live || !isNewer(live, loaded)) return loaded;
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
