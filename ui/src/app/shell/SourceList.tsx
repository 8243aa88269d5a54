import type { ProviderHealth } from '~/api/types';
import { Link } from '~/components/Link';
import { useMarketNow } from '~/live/useMarketNow';
import { sourceTitle } from '~/market/sources';
import { paths } from '~/paths';
import classes from './SourceHealth.module.css';
import { when } from './sources';

/** Lists the data sources with their state, and links to the status page. */
export default function SourceList({
  sources,
  onNavigate,
}: {
  sources: readonly ProviderHealth[];
  onNavigate: () => void;
}) {
  return (
    <>
      <ul className={classes.list}>
        {sources.map((source) => (
          <Source key={source.name} source={source} />
        ))}
      </ul>
      <Link to={paths.status} className={classes.all} onClick={onNavigate}>
        See all details on the status page
      </Link>
    </>
  );
}

const STATE_LABELS: Record<string, string> = {
  ok: 'Working',
  failing: 'Failing',
  refused: 'Blocked by the provider',
  degraded: 'Partly working',
  outdated: 'Out of date',
  waiting: 'No requests yet',
  disabled: 'Not set up',
};

/** States that show the last error and the time of the next request. */
const STATES_WITH_ERROR = ['failing', 'refused', 'outdated', 'disabled'];

function Source({ source }: { source: ProviderHealth }) {
  const now = useMarketNow();
  const showsError = STATES_WITH_ERROR.includes(source.state);
  return (
    <li className={classes.source}>
      <span className={classes.name}>{sourceTitle(source.name)}</span>
      <span className={classes.state} data-state={source.state}>
        {STATE_LABELS[source.state] ?? source.state}
      </span>
      {showsError && <p className={classes.detail}>{source.lastError}</p>}
      <p className={classes.detail}>
        {source.lastSuccess
          ? `Last response ${when(source.lastSuccess, now)}`
          : 'No response since the server started'}
        {showsError && source.nextAttempt && `, next request ${when(source.nextAttempt, now)}`}
      </p>
    </li>
  );
}
