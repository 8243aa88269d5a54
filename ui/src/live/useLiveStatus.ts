import { useSyncExternalStore } from 'react';
import { connection } from './feed';
import type { LiveStatus } from './status';

/** The status that the prerendered page shows. */
const PRERENDERED = connection.status();
const prerendered = () => PRERENDERED;

/** Returns the state of the connection, for the live dot and its messages (LIVE-03). */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(connection.watchStatus, connection.status, prerendered);
}

/** Returns true if a ticker is over the server's subscription limit. */
export const useIsOverLimit = (tickerId: number): boolean =>
  useSyncExternalStore(
    connection.watchStatus,
    () => connection.status().rejected.has(tickerId),
    () => false,
  );
