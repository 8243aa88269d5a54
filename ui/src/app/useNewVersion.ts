import { useEffect, useState } from 'react';
import { onReconnect } from '~/live/feed';
import { isOutdated } from './newVersion';

/** A server that has just started, or a proxy before it, may not answer at once. */
const ASK_AGAIN_MS = 15_000;

/** True once a new version is served. An upgrade restarts the server, so every reconnection asks. */
export function useNewVersion(): boolean {
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async () => {
      clearTimeout(timer);
      const answer = await isOutdated();
      if (gone) return;
      if (answer === null) timer = setTimeout(ask, ASK_AGAIN_MS);
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
