import { Link } from 'react-router-dom';
import type { ProviderHealth } from '~/api/types';
import { sourceTitle } from '~/market/sources';
import { paths } from '~/paths';
import classes from './SourceHealth.module.css';
import { when } from './sources';

/** Lists the data sources with their state, and links to the status page. */
export default function SourceList({
  sources,
  onGo,
}: {
  sources: readonly ProviderHealth[];
  onGo: () => void;
}) {
  return (
    <>
      <ul className={classes.list}>
        {sources.map((source) => (
          <Source key={source.name} source={source} />
        ))}
      </ul>
      <Link to={paths.status} className={classes.all} onClick={onGo}>
        Everything on the status page
      </Link>
    </>
  );
}

const WORDS: Record<string, string> = {
  ok: 'Answers',
  failing: 'Failing',
  refused: 'Refused by the provider',
  degraded: 'Partly working',
  outdated: 'Out of date',
  waiting: 'No requests yet',
};

/** States in which a source brings no data and shows its reason. */
const SILENT = ['failing', 'refused', 'outdated'];

function Source({ source }: { source: ProviderHealth }) {
  const isSilent = SILENT.includes(source.state);
  return (
    <li className={classes.source}>
      <span className={classes.name}>{sourceTitle(source.name)}</span>
      <span className={classes.state} data-state={source.state}>
        {WORDS[source.state] ?? source.state}
      </span>
      {isSilent && <p className={classes.detail}>{source.lastError}</p>}
      <p className={classes.detail}>
        {source.lastSuccess
          ? `Last answer ${when(source.lastSuccess, Date.now())}`
          : 'No answer since the start'}
        {isSilent && source.nextAttempt && `, next request ${when(source.nextAttempt, Date.now())}`}
      </p>
    </li>
  );
}
