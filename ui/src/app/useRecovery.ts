import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '~/api/queries';
import { reach } from '~/components/reach';
import { feed } from '~/live/feed';
import { MESSAGES } from '~/live/status';

/**
 * The live connection notices first that the server is gone or back; one small call then tells the
 * rest of the app. Once the server is back, everything that shows is asked for again: an answer
 * that was kept must not stay without the banner that says so.
 */
export function useRecovery(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void client.refetchQueries({ queryKey: sessionQuery.queryKey });
    const unwatch = feed.watchStatus(() => {
      const { state, message } = feed.status();
      const { reached } = reach.get();
      if (message === MESSAGES.reconnecting ? reached : state === 'connected' && !reached) ask();
    });
    let before = reach.get().reached;
    const unsubscribe = reach.subscribe(() => {
      const { reached } = reach.get();
      if (reached && !before) void client.invalidateQueries();
      before = reached;
    });
    return () => {
      unwatch();
      unsubscribe();
    };
  }, [client]);
}
