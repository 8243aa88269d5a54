import { useCallback, useSyncExternalStore } from 'react';
import type { OverviewItem, Ticker } from '~/api/types';
import { feed } from './feed';
import type { LiveStatus } from './status';

type Dated = Pick<Ticker, 'updatedAt'>;

/** ISO times in UTC order as text. */
const isNewer = (a: Dated, b: Dated) => (a.updatedAt ?? '') >= (b.updatedAt ?? '');

/** What the feed knows of a ticker, unless the loaded state is newer. */
function useNewer({ id, updatedAt }: Pick<Ticker, 'id' | 'updatedAt'>): Ticker | undefined {
  const subscribe = useCallback((onChange: () => void) => feed.subscribe(id, onChange), [id]);
  const live = useSyncExternalStore(subscribe, () => feed.quote(id));
  return live && isNewer(live, { updatedAt }) ? live : undefined;
}

/**
 * The newest state of a ticker: the loaded one until the feed knows a newer. Only the component
 * that calls it renders again when this ticker ticks.
 */
export function useLiveQuote<T extends Ticker>(loaded: T): T {
  const live = useNewer(loaded);
  return live ? { ...loaded, ...live } : loaded;
}

/** The same for a row of the overview. */
export function useLiveOverview(loaded: OverviewItem): OverviewItem {
  const live = useNewer(loaded);
  if (!live) return loaded;
  const { price, change24h: change, updatedAt } = live;
  return { ...loaded, price, change, updatedAt };
}

/** State of the connection, for the live dot and its messages (LIVE-03). */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watch, () => feed.status());
}

const watch = (onChange: () => void) => feed.watchStatus(onChange);
