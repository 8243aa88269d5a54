import { type ReactNode, Suspense, useEffect } from 'react';
import { toast } from '~/state/toasts';
import { ErrorBoundary } from '../ErrorBoundary';

/** A part whose code is fetched when it is wanted: nothing until it is there, a toast if it cannot come. */
export function LazyBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<Missing />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Missing() {
  useEffect(() => {
    toast('Error', 'A part of the app could not be loaded. Please reload the page.', 'destructive');
  }, []);
  return null;
}
