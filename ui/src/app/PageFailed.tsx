import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorFace } from '~/components/ErrorFace';

/** A page that failed as a whole, for example because its code could not be fetched. */
export function PageFailed() {
  const error = useRouteError();
  useEffect(() => console.error('A page failed', error), [error]);
  return (
    <div className="container">
      <ErrorFace text="This page could not be displayed." onRetry={() => location.reload()} />
    </div>
  );
}
