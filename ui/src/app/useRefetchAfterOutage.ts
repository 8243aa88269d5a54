import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { configQuery, newsQuery, sessionQuery } from '~/api/queries';
import { connection, onReconnect } from '~/live/feed';
import { MESSAGES } from '~/live/status';
import { connectivity } from '~/state/connectivity';

/**
 * The live connection notices first that the server is gone or back; one small call then tells the
 * rest of the app. Once the server is back, everything that shows is asked for again: an answer
 * that was kept must not stay without the banner that says so. A connection that is soon back, as after
 * a restart, has no banner; then what changes with a restart is renewed.
 */
export function useRefetchAfterOutage(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void client.refetchQueries({ queryKey: sessionQuery.queryKey });
    const unwatch = connection.watchStatus(() => {
      const { state, message } = connection.status();
      const { reachable } = connectivity.get();
      if (message === MESSAGES.reconnecting ? reachable : state === 'connected' && !reachable) ask();
    });
    const unwatchReturn = onReconnect(() => {
      for (const { queryKey } of [configQuery, sessionQuery, newsQuery])
        client.invalidateQueries({ queryKey });
    });
    let before = connectivity.get().reachable;
    const unsubscribe = connectivity.subscribe(() => {
      const { reachable } = connectivity.get();
      if (reachable && !before) void client.invalidateQueries();
      before = reachable;
    });
    return () => {
      unwatch();
      unwatchReturn();
      unsubscribe();
    };
  }, [client]);
}
