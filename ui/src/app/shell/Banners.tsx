import { useNow } from '~/state/clock';
import { useConnectivity } from '~/state/connectivity';
import { useNewVersion } from '../useNewVersion';
import { useReloadWhileIdle } from '../useReloadWhileIdle';
import classes from './Banners.module.css';
import { offlineText } from './offlineText';
import { SourceWatch } from './SourceWatch';

const MINUTE_MS = 60_000;

/** Banners at the bottom: the server is unreachable, a data source fails, or a new version is available. */
export function Banners() {
  const { isReachable, dataAsOf, isSignedOut } = useConnectivity();
  const now = useNow(MINUTE_MS);
  const isOutdated = useNewVersion();
  useReloadWhileIdle(isReachable && isOutdated);
  return (
    <div role="status" className={classes.banners}>
      {!isReachable && <p className={classes.offline}>{offlineText(dataAsOf, now)}</p>}
      {isReachable && <SourceWatch />}
      {isSignedOut && (
        <p className={classes.version}>
          You have been signed out:{' '}
          <button type="button" onClick={() => location.reload()}>
            Sign in
          </button>
        </p>
      )}
      {isReachable && isOutdated && (
        <p className={classes.version}>
          A new version is ready:{' '}
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      )}
    </div>
  );
}
