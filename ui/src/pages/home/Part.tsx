import type { ReactNode } from 'react';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { LazyBoundary } from '~/components/layer/LazyBoundary';

/** A lazily loaded part of the page. */
export function Part({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <ErrorBoundary>
        <LazyBoundary>{children}</LazyBoundary>
      </ErrorBoundary>
    </div>
  );
}
