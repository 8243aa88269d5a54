import { useMatch } from 'react-router-dom';
import { configQuery, providersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';

const SourceNotice = retryingLazy(() => import('./SourceNotice'));
const SetupInvitation = retryingLazy(() => import('./SetupInvitation'));

/** Shows a notice while a data source is failing, and on the home page of a new server an invitation to set it up. Its code is fetched only then. */
export function SourceWatch() {
  const { data: config } = useQuery(configQuery);
  const isHome = useMatch('/') !== null;
  const isLive = config?.market === 'live';
  const { data: sources = [] } = useQuery({ ...providersQuery, enabled: isLive });
  if (config?.offersSetup && isHome)
    return (
      <LazyBoundary silent>
        <SetupInvitation />
      </LazyBoundary>
    );
  if (!sources.some(({ state }) => state === 'failing')) return null;
  return (
    <LazyBoundary silent>
      <SourceNotice sources={sources} />
    </LazyBoundary>
  );
}
