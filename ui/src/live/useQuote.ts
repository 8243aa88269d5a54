import { useCallback, useRef } from 'react';
import type { OverviewItem, Ticker } from '~/api/types';
import { serverNow } from '~/state/serverClock';
import { useStore } from '~/state/useStore';
import { quotes } from './feed';
import { isNewer, merge } from './merge';
import { scheduleSummary } from './priceScheduler';

type Subscribe = (id: number, onChange: () => void) => () => void;

const withPrices: Subscribe = (id, onChange) => quotes.subscribe(id, onChange);

/** Calls back in a picture after that of the price. */
const afterPrices: Subscribe = (id, onChange) => {
  let isAsked = false;
  let isWanted = true;
  const draw = () => {
    isAsked = false;
    if (isWanted) onChange();
  };
  const stop = quotes.subscribe(id, () => {
    if (!isAsked) scheduleSummary(draw);
    isAsked = true;
  });
  return () => {
    isWanted = false;
    stop();
  };
};

/** Subscribes to a ticker and renders again only when what `read` makes of it has changed. */
function useLive<S>(id: number, read: (live: Ticker | undefined) => S, follow = withPrices): S {
  const subscribe = useCallback((onChange: () => void) => follow(id, onChange), [id, follow]);
  const last = useRef<S>(undefined);
  return useStore(subscribe, () => {
    const next = read(quotes.get(id));
    if (!isSame(last.current, next)) last.current = next;
    return last.current as S;
  });
}

const whole = (quote: Ticker): unknown => quote;

const selecting =
  <T extends Ticker>(loaded: T, select: (quote: T) => unknown) =>
  (live: Ticker | undefined) =>
    select(merge(loaded, live, serverNow()));

/**
 * What `select` takes of a ticker's newest state, loaded or heard live:
 * `const price = useQuote(ticker, (quote) => quote.price)`. The component renders again only when that
 * changes; an object is compared field by field. Without `select` any change renders.
 */
export function useQuote<T extends Ticker>(loaded: T): T;
export function useQuote<T extends Ticker, S>(loaded: T, select: (quote: T) => S): S;
export function useQuote<T extends Ticker>(loaded: T, select: (quote: T) => unknown = whole) {
  return useLive(loaded.id, selecting(loaded, select));
}

/**
 * The same for what is worked out of a price, and need not be drawn in one picture with it: all the panels of a ticker in one
 * would keep a slow device from answering.
 */
export function useDerived<T extends Ticker>(loaded: T): T;
export function useDerived<T extends Ticker, S>(loaded: T, select: (quote: T) => S): S;
export function useDerived<T extends Ticker>(loaded: T, select: (quote: T) => unknown = whole) {
  return useLive(loaded.id, selecting(loaded, select), afterPrices);
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
