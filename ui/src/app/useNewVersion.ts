import { useEffect, useState } from 'react';
import { connection } from '~/live/feed';
import { isOutdated } from './newVersion';

/** True once a new version is served. An upgrade restarts the server, so every reconnection asks. */
export function useNewVersion(): boolean {
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let lost = false;
    return connection.watchStatus(async () => {
      const { state } = connection.status();
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
