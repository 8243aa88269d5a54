import { configQuery, providersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';

const SourceNotice = retryingLazy(() => import('./SourceNotice'));

/** Shows a notice while a data source is failing. Its code is fetched only then. */
export function SourceWatch() {
  const isLive = useQuery(configQuery).data?.market === 'live';
  const { data: sources = [] } = useQuery({ ...providersQuery, enabled: isLive });
  if (!sources.some(({ state }) => state === 'failing')) return null;
  return (
    <LazyBoundary silent>
      <SourceNotice sources={sources} />
    </LazyBoundary>
  );
}
