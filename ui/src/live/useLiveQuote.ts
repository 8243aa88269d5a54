import { useCallback, useSyncExternalStore } from 'react';
import type { Ticker } from '~/api/types';
import { feed } from './feed';
import type { LiveStatus } from './status';

/** ISO times in UTC order as text. */
const isNewer = (a: Ticker, b: Ticker) => (a.updatedAt ?? '') >= (b.updatedAt ?? '');

/**
 * The newest state of a ticker: the loaded one until the feed knows a newer. Only the component
 * that calls it renders again when this ticker ticks.
 */
export function useLiveQuote<T extends Ticker>(loaded: T): T {
  const subscribe = useCallback((onChange: () => void) => feed.subscribe(loaded.id, onChange), [loaded.id]);
  const live = useSyncExternalStore(subscribe, () => feed.quote(loaded.id));
  return live && isNewer(live, loaded) ? { ...loaded, ...live } : loaded;
}

/** The same for a ticker of which only the id may be known yet. */
export function useLiveTicker(tickerId: number | undefined): Ticker | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => (tickerId ? feed.subscribe(tickerId, onChange) : () => undefined),
    [tickerId],
  );
  return useSyncExternalStore(subscribe, () => (tickerId ? feed.quote(tickerId) : undefined));
}

/** State of the connection, for the live dot and its messages (LIVE-03). */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watch, () => feed.status());
}

const watch = (onChange: () => void) => feed.watchStatus(onChange);
