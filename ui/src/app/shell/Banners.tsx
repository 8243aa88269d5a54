import { useReach } from '~/components/reach';
import { useNewVersion } from '../useNewVersion';
import classes from './Banners.module.css';
import { offlineText } from './offlineText';

/** What concerns every page: the server is away, or a new version waits. */
export function Banners() {
  const { reached, dataFrom } = useReach();
  const outdated = useNewVersion();
  return (
    <div role="status" className={classes.banners}>
      {!reached && <p className={classes.offline}>{offlineText(dataFrom, Date.now())}</p>}
      {reached && outdated && (
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
