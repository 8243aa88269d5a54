import { useQuery } from '~/api/useQuery';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { setupQuery } from '~/widgets/ServerSetup/setupQuery';
import { SetupForm } from './SetupForm';
import classes from './SetupPage.module.css';

/** /setup: from a new server to live prices of own symbols in three steps. */
export default function SetupPage() {
  const query = useQuery(setupQuery);
  return (
    <div className={`container ${classes.page}`}>
      <PageHead title="Set Up Marketdeck" text="Live prices and your own symbols, in three steps." />
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={420} />}
        errorText="This server can't be set up here. In a cluster, the settings are in the configuration files."
      >
        {(settings) => <SetupForm settings={settings} />}
      </QueryState>
    </div>
  );
}
