import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useConnectivity } from '~/state/connectivity';
import { toast } from '~/state/toasts';
import { ErrorBoundary } from '../ErrorBoundary';
import { Attempt, MissingCodeError } from './retryingLazy';

interface Props {
  children: ReactNode;
  /** A new value retries the import: for a layer that stays mounted, the number of times it was opened. */
  renewedBy?: number;
  /** No toast if the code is missing, for parts the user didn't ask for. */
  silent?: boolean;
  /** Placeholder until the code is loaded: invisible by default, unless it would leave a gap. */
  waiting?: ReactNode;
  /** Called when the code can't be loaded, to reset the opener's state. Without it the import is retried. */
  onFail?: () => void;
}

const BUSY_MARKER = <span hidden aria-busy="true" />;

/** Delay between retries, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * A part whose code is loaded on demand. A failed import shows a toast and is retried while the server is reachable. An
 * error in the part itself is shown in place.
 */
export function LazyBoundary({
  children,
  renewedBy = 0,
  silent = false,
  waiting = BUSY_MARKER,
  onFail,
}: Props) {
  const [retries, setRetries] = useState(0);
  const renewal = `${renewedBy} ${retries}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each attempt
  const attempt = useMemo(() => ({}), [renewal]);
  const retry = useCallback(() => setRetries((count) => count + 1), []);
  // Only the first failure is announced.
  const announced = useRef(false);
  const fail = (text: string) => {
    if (!silent && !announced.current) toast('Error', text, 'destructive');
    announced.current = !onFail;
    onFail?.();
  };
  const fallback = (error: unknown) => {
    if (error instanceof MissingCodeError)
      return (
        <Missing
          onRetry={onFail ? undefined : retry}
          onFail={() => fail("Couldn't load this part of the app. Try again.")}
        />
      );
    if (onFail) return <Missing onFail={() => fail('Something went wrong here.')} />;
    return silent ? null : undefined;
  };
  return (
    <ErrorBoundary fallback={fallback} renewedBy={renewal}>
      <Attempt value={attempt}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </Attempt>
    </ErrorBoundary>
  );
}

interface MissingProps {
  onRetry?: (() => void) | undefined;
  onFail: () => void;
}

function Missing({ onRetry, onFail }: MissingProps) {
  const { isReachable } = useConnectivity();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(onFail, []);
  useEffect(() => {
    if (!onRetry || !isReachable) return;
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [onRetry, isReachable]);
  return null;
}
