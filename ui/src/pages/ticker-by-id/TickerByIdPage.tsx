import { Navigate, useParams } from 'react-router-dom';
import { isNotFound } from '~/api/client';
import { tickerByIdQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { paths } from '~/paths';
import { PageError } from '~/widgets/PageError/PageError';

/** NAV-02: redirects from a numeric id to the symbol, replacing the history entry. */
export default function TickerByIdPage() {
  const { id = '' } = useParams();
  const query = useQuery(tickerByIdQuery(id));
  if (query.data?.symbol) return <Navigate to={paths.ticker(query.data.symbol)} replace />;
  if (query.isError && !isNotFound(query.error)) {
    return <PageError error={query.error} onRetry={() => query.refetch()} />;
  }
  if (!query.isPending) return <Navigate to={paths.notFound} replace />;
  return (
    <div className="container" style={{ paddingBlock: '4rem' }}>
      <p role="status">Redirecting to ticker...</p>
    </div>
  );
}
