import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { setupQuery } from '~/widgets/ServerSetup/setupQuery';
import { isOwner } from '~/widgets/useReadOnly';
import { SetupForm } from './SetupForm';
import classes from './SetupPage.module.css';

/** /setup: from a new server to live prices of own symbols in three steps. */
export default function SetupPage() {
  const mayChangeServer = isOwner(useQuery(configQuery).data);
  const query = useQuery({ ...setupQuery, enabled: mayChangeServer });
  return (
    <div className={`container ${classes.page}`}>
      <PageHead title="Set Up Marketdeck" text="Live prices and your own symbols, in three steps." />
      {mayChangeServer ? (
        <QueryState
          query={query}
          skeleton={<BlockSkeleton height={420} />}
          errorText="This server can't be set up here. In a cluster, the settings are in the configuration files."
        >
          {(settings) => <SetupForm settings={settings} />}
        </QueryState>
      ) : (
        <p>Only the owner of this server can change this.</p>
      )}
    </div>
  );
}
