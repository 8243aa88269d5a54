import { useEffect, useState } from 'react';
import { onReconnect } from '~/live/feed';
import { isOutdated } from './newVersion';

/** Delay before another attempt: a server that has just started may not respond. */
const RETRY_MS = 15_000;

/** Returns true once a new version is served. Checked on every reconnect, because an upgrade restarts the server. */
export function useNewVersion(): boolean {
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async () => {
      clearTimeout(timer);
      const answer = await isOutdated();
      if (gone) return;
      if (answer === null) timer = setTimeout(ask, RETRY_MS);
      else setOutdated(answer);
    };
    const unwatch = onReconnect(ask);
    return () => {
      gone = true;
      unwatch();
      clearTimeout(timer);
    };
  }, []);
  return outdated;
}
