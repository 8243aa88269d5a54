import { useSyncExternalStore } from 'react';
import { connection } from './feed';
import type { LiveStatus } from './status';

/** As the build draws it: nobody has asked for a price yet. */
const BEFORE = connection.status();
const before = () => BEFORE;

/** State of the connection, for the live dot and its messages (LIVE-03). */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(connection.watchStatus, connection.status, before);
}

/** Whether a ticker is shown, but not sent live. */
export const useIsRefused = (tickerId: number): boolean =>
  useSyncExternalStore(
    connection.watchStatus,
    () => connection.status().refused.has(tickerId),
    () => false,
  );
