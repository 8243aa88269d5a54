import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { toast } from '~/state/toasts';
import { ErrorBoundary } from '../ErrorBoundary';
import { Attempt } from './retryingLazy';

interface Props {
  children: ReactNode;
  /** Another value is another attempt: how often a layer that stays on the page was opened. */
  renewedBy?: number;
  /** What nobody asked for may be missing without a word. */
  silent?: boolean;
  /** What stands there until the code has come: nothing to see, unless it leaves a hole. */
  waiting?: ReactNode;
  /** The code could not be fetched: what is counted as open is not. */
  onFail?: () => void;
}

const BUSY = <span hidden aria-busy="true" />;

/** A part whose code is fetched when it is wanted; a toast if it cannot come. */
export function LazyBoundary({ children, renewedBy = 0, silent = false, waiting = BUSY, onFail }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each attempt
  const attempt = useMemo(() => ({}), [renewedBy]);
  return (
    <ErrorBoundary fallback={silent ? null : <Missing onFail={onFail} />} renewedBy={String(renewedBy)}>
      <Attempt value={attempt}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </Attempt>
    </ErrorBoundary>
  );
}

function Missing({ onFail }: { onFail: (() => void) | undefined }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    toast('Error', 'This part of the app could not be loaded. Please try again.', 'destructive');
    onFail?.();
  }, []);
  return null;
}
