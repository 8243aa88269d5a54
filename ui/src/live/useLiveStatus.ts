import { useSyncExternalStore } from 'react';
import { connection } from './feed';
import type { LiveStatus } from './status';

/** State of the connection, for the live dot and its messages (LIVE-03). */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(connection.watchStatus, connection.status);
}
