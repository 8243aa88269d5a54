import { statusQuery } from '~/api/queries';
import type { ServerStatus } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { paths } from '~/paths';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { BackupPanel } from './BackupPanel';
import { DeliveriesPanel } from './DeliveriesPanel';
import { DisagreementsPanel } from './DisagreementsPanel';
import { HealthBar } from './HealthBar';
import { HistoryPanel } from './HistoryPanel';
import { ProcessesPanel } from './ProcessesPanel';
import { ServerPanel } from './ServerPanel';
import { SourcesPanel } from './SourcesPanel';
import { StalePricesPanel } from './StalePricesPanel';
import classes from './StatusPage.module.css';
import { StorePanel } from './StorePanel';
import { StreamsPanel } from './StreamsPanel';
import { priceCounts, sourceCounts, withStaleState } from './status';

/** Only a server that checks for newer releases has this panel. */
const UpdatePanel = retryingLazy(() => import('./UpdatePanel'));

/** /status: the state of the server, its sources and its database, from /api/status. */
export default function StatusPage() {
  const query = useQuery(statusQuery);
  return (
    <div className="container">
      <PageHead
        title="Status"
        text="Data sources, storage and server health."
        figures={query.data ? figures(query.data) : []}
      >
        <Link to={paths.sources} className={classes.link}>
          Where the numbers come from
        </Link>
      </PageHead>
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={640} />}
        errorText="Couldn't load the status."
      >
        {(status) => (
          <div className={classes.page}>
            <Report status={status} />
          </div>
        )}
      </QueryState>
    </div>
  );
}

function Report({ status }: { status: ServerStatus }) {
  const sources = withStaleState(status.providers, status.tickers);
  // With streams the main column is longer, so the store panel goes to the rail.
  const hasStreams = status.streams.length > 0;
  const store = <StorePanel store={status.store} queued={status.queuedUpdates} paired={!hasStreams} />;
  return (
    <>
      <HealthBar status={status} sources={sources} />
      <SourcesPanel status={status} sources={sources} />
      <Columns
        main={
          <>
            <ProcessesPanel status={status} />
            <StreamsPanel status={status} />
            <StalePricesPanel tickers={status.tickers} />
            <DisagreementsPanel disagreements={status.disagreements} />
            <DeliveriesPanel />
            {!hasStreams && store}
          </>
        }
        rail={
          <>
            <HistoryPanel tickers={status.tickers} />
            {hasStreams && store}
            {status.update && (
              <LazyBoundary silent>
                <UpdatePanel update={status.update} installed={status.version} />
              </LazyBoundary>
            )}
            <BackupPanel backups={status.backups} />
            <ServerPanel status={status} />
          </>
        }
      />
    </>
  );
}

function figures({ tickers, providers }: ServerStatus) {
  const { totalCount, currentCount } = priceCounts(tickers);
  const sources = sourceCounts(withStaleState(providers, tickers));
  return [
    { label: 'Prices up to date', value: `${currentCount} of ${totalCount}` },
    ...(sources.totalCount > 0
      ? [{ label: 'Sources working', value: `${sources.workingCount} of ${sources.totalCount}` }]
      : []),
  ];
}
