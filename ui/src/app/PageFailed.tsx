import { ErrorFace } from '~/components/ErrorFace';

/** A page that failed as a whole, for example because its code could not be fetched. */
export function PageFailed() {
  return (
    <div className="container">
      <ErrorFace text="This page could not be displayed." onRetry={() => location.reload()} />
    </div>
  );
}
