import { useEffect, useState } from 'react';
import { onReconnect } from '~/live/feed';
import { isOutdated } from './newVersion';

/** Delay before the next check, if a server that has just started does not respond. */
const RETRY_MS = 15_000;

/** Returns true once a new version is served. Checks on every reconnect, because an upgrade restarts the server. */
export function useNewVersion(): boolean {
  const [isOutdatedPage, setIsOutdatedPage] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const check = async () => {
      clearTimeout(timer);
      const result = await isOutdated();
      if (isUnmounted) return;
      if (result === null) timer = setTimeout(check, RETRY_MS);
      else setIsOutdatedPage(result);
    };
    const unwatch = onReconnect(check);
    return () => {
      isUnmounted = true;
      unwatch();
      clearTimeout(timer);
    };
  }, []);
  return isOutdatedPage;
}
