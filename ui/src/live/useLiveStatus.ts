import { useSyncExternalStore } from 'react';
import { connection } from './feed';
import type { LiveStatus } from './status';

/** The status in the prerendered page. */
const BEFORE = connection.status();
const before = () => BEFORE;

/** Returns the state of the connection, for the live dot and its messages (LIVE-03). */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(connection.watchStatus, connection.status, before);
}

/** Returns true if a ticker is over the server's subscription limit. */
export const useIsRefused = (tickerId: number): boolean =>
  useSyncExternalStore(
    connection.watchStatus,
    () => connection.status().refused.has(tickerId),
    () => false,
  );
