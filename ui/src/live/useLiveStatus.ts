import { useSyncExternalStore } from 'react';
import { connection } from './feed';
import type { LiveStatus } from './status';

/** State of the connection, for the live dot and its messages (LIVE-03). */
/** Whether a ticker is shown, but not sent live. */
export const useIsRefused = (tickerId: number): boolean =>
  useSyncExternalStore(connection.watchStatus, () => connection.status().refused.has(tickerId));

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(connection.watchStatus, connection.status);
}
