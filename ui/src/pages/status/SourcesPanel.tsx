import { useState } from 'react';
import type { ProviderHealth, ServerStatus } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { useMarketNow } from '~/live/useMarketNow';
import { UNKNOWN } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import { formatTime } from '~/market/time';
import { feedsOf } from './feeds';
import { HeaderRow } from './HeaderRow';
import { QuotaLeft } from './QuotaLeft';
import classes from './StatusPage.module.css';
import { ago, bySeverity, readableTimes, refusal, until } from './status';

interface Props {
  status: ServerStatus;
  /** The sources, including their stale state. */
  sources: readonly ProviderHealth[];
}

const CSV_COLUMNS: readonly CsvColumn<ProviderHealth>[] = [
  { key: 'name', title: 'Source', value: ({ name }) => name },
  { key: 'state', title: 'State', value: ({ state }) => state },
  { key: 'requests', title: 'Requests', value: ({ requests }) => requests },
  { key: 'failures', title: 'Failures', value: ({ failures }) => failures },
  { key: 'lastSuccess', title: 'Last success', value: ({ lastSuccess }) => lastSuccess },
  { key: 'lastError', title: 'Last error', value: ({ lastError }) => lastError },
  { key: 'nextAttempt', title: 'Next request', value: ({ nextAttempt }) => nextAttempt },
];

/** The data sources with state, last success, last error, and feeds. */
export function SourcesPanel({ status: { now, market, tickers }, sources }: Props) {
  const emptyText = market === 'sample' ? 'Sample data: no providers are used.' : 'No sources configured.';
  return (
    <Panel
      title="Sources"
      aside={
        <>
          {`Updated ${formatTime(now)}`}
          <CsvDownload label="Sources" rows={bySeverity(sources)} columns={CSV_COLUMNS} />
        </>
      }
    >
      {sources.length === 0 ? (
        <EmptyState text={emptyText} />
      ) : (
        <table className={classes.sources} aria-label="Sources">
          <HeaderRow titles={TITLES} />
          <tbody>
            {bySeverity(sources).map((source) => (
              <Source key={source.name} source={source} feeds={feedsOf(source, tickers)} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const TITLES = ['Source', 'State', 'Feeds', 'Last success', 'Last error', 'Quota left', 'Next request'];

const STATES: Record<string, string> = {
  ok: 'Working',
  failing: 'Failing',
  degraded: 'Partly working',
  outdated: 'Out of date',
  refused: 'Blocked',
  waiting: 'No requests yet',
  disabled: 'Not set up',
};

function Source({ source, feeds }: { source: ProviderHealth; feeds: string }) {
  const now = useMarketNow();
  const [open, setOpen] = useState(false);
  const { name, state, lastSuccess, nextAttempt } = source;
  return (
    <tr data-state={state} data-folded={(state === 'ok' && !open) || undefined}>
      <th scope="row">
        <strong>{sourceTitle(name)}</strong>
        <small>{name}</small>
      </th>
      <td>
        <span className={classes.state} data-state={state}>
          {state === 'waiting' && source.requests > 0 ? 'No data yet' : (STATES[state] ?? state)}
        </span>
        {state === 'ok' && (
          <button
            type="button"
            className={classes.unfold}
            aria-expanded={open}
            aria-label={`Details of ${sourceTitle(name)}`}
            onClick={() => setOpen(!open)}
          >
            <Icon name="down" size={16} />
          </button>
        )}
      </td>
      <td data-title="Feeds">{feeds}</td>
      <td data-title="Last success" className={classes.when}>
        {lastSuccess ? ago(lastSuccess, now) : UNKNOWN}
      </td>
      <td data-title="Last error" className={classes.error}>
        {state === 'degraded' ? <FailingFeeds source={source} /> : errorText(source, now)}
      </td>
      <td data-title="Quota left">
        <QuotaLeft source={source} />
      </td>
      <td data-title="Next request">{nextAttempt ? until(nextAttempt, now) : UNKNOWN}</td>
    </tr>
  );
}

/** The number of failing feeds, and each feed's error. */
function FailingFeeds({ source: { parts } }: { source: ProviderHealth }) {
  const failing = parts.filter(({ state }) => state === 'failing');
  return (
    <details>
      <summary>{`${failing.length} of ${parts.length} feeds can't be read.`}</summary>
      <ul>
        {failing.map(({ name, lastError }) => (
          <li key={name}>{`${name}: ${lastError ?? 'No response.'}`}</li>
        ))}
      </ul>
    </details>
  );
}

/** 'Answered 429 (3 in a row).' while it fails; afterwards the time of the error. */
function errorText(source: ProviderHealth, now: number) {
  const { state, lastError, lastFailure, consecutiveFailures } = source;
  if (!lastError) return 'None since startup';
  const error = readableTimes(lastError);
  if (state === 'refused') return `${refusal(source)} ${error}`;
  if (state === 'outdated' || state === 'degraded') return error;
  if (state === 'failing') {
    return consecutiveFailures > 1 ? `${error} (${consecutiveFailures} in a row)` : error;
  }
  return lastFailure ? `${error} (${ago(lastFailure, now)})` : error;
}
