import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { configQuery, newsQuery, sessionQuery } from '~/api/queries';
import { connection, onReconnect } from '~/live/feed';
import { MESSAGES } from '~/live/status';
import { connectivity } from '~/state/connectivity';

/**
 * Refetches data after an outage. The live connection detects first that the server is unreachable or back; a small request then updates
 * the app's connectivity. When the server is back, all shown data is refetched, because cached responses must not stay without the
 * offline banner. After a short interruption, such as a restart, only data that changes with a restart is refetched.
 */
export function useRefetchAfterOutage(): void {
  const client = useQueryClient();
  useEffect(() => {
    const checkServer = () => void client.refetchQueries({ queryKey: sessionQuery.queryKey });
    const unsubscribeStatus = connection.watchStatus(() => {
      const { state, message } = connection.status();
      const { isReachable } = connectivity.get();
      if (message === MESSAGES.reconnecting ? isReachable : state === 'connected' && !isReachable)
        checkServer();
    });
    const unsubscribeReconnect = onReconnect(() => {
      for (const { queryKey } of [configQuery, sessionQuery, newsQuery])
        client.invalidateQueries({ queryKey });
    });
    let wasReachable = connectivity.get().isReachable;
    const unsubscribe = connectivity.subscribe(() => {
      const { isReachable } = connectivity.get();
      if (isReachable && !wasReachable) void client.invalidateQueries();
      wasReachable = isReachable;
    });
    return () => {
      unsubscribeStatus();
      unsubscribeReconnect();
      unsubscribe();
    };
  }, [client]);
}
