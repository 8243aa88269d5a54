import { useEffect, useState } from 'react';
import { feed } from '~/live/feed';
import { isOutdated } from './newVersion';

/** True once a new version is served. An upgrade restarts the server, so every reconnection asks. */
export function useNewVersion(): boolean {
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let lost = false;
    return feed.watchStatus(async () => {
      const { state } = feed.status();
      if (state !== 'connected') {
        lost ||= state === 'closed' || state === 'error';
        return;
      }
      if (!lost) return;
      lost = false;
      if (await isOutdated()) setOutdated(true);
    });
  }, []);
  return outdated;
}
