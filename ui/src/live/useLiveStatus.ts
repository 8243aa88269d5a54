import { useStore } from '~/state/useStore';
import { connection } from './feed';
import type { LiveStatus } from './status';

/** State of the connection, for the live dot and its messages (LIVE-03). */
/** Whether a ticker is shown, but not sent live. */
export const useIsRefused = (tickerId: number): boolean =>
  useStore(connection.watchStatus, () => connection.status().refused.has(tickerId));

export function useLiveStatus(): LiveStatus {
  return useStore(connection.watchStatus, connection.status);
}
