import { ErrorState } from '~/components/ErrorState';

/** A page that failed as a whole, for example because its code could not be fetched. */
export function PageFailed() {
  return (
    <div className="container">
      <ErrorState text="This page could not be displayed." onRetry={() => location.reload()} />
    </div>
  );
}
