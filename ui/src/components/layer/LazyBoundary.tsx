import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useConnectivity } from '~/state/connectivity';
import { toast } from '~/state/toasts';
import { ErrorBoundary } from '../ErrorBoundary';
import { Attempt, MissingCodeError } from './retryingLazy';

interface Props {
  children: ReactNode;
  /** A new value retries the import. For a layer that stays mounted, this is the number of times it was opened. */
  resetKey?: number;
  /** Shows no toast if the code can't be loaded, for parts that the user didn't open. */
  silent?: boolean;
  /** The placeholder until the code is loaded; invisible by default. */
  placeholder?: ReactNode;
  /** Called when the code can't be loaded, to reset the opener's state. Without `onFail` the import is retried. */
  onFail?: () => void;
}

const BUSY_MARKER = <span hidden aria-busy="true" />;

/** Delay between retries, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Renders a part whose code is loaded on demand. A failed import shows a toast and is retried while the server is reachable.
 * An error in the part itself is shown in place.
 */
export function LazyBoundary({
  children,
  resetKey = 0,
  silent = false,
  placeholder = BUSY_MARKER,
  onFail,
}: Props) {
  const [retries, setRetries] = useState(0);
  const attemptKey = `${resetKey} ${retries}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each attempt
  const attempt = useMemo(() => ({}), [attemptKey]);
  const retry = useCallback(() => setRetries((count) => count + 1), []);
  // With automatic retries, only the first failure shows a toast.
  const isAnnounced = useRef(false);
  const fail = (text: string) => {
    if (!silent && !isAnnounced.current) toast('Error', text, 'destructive');
    isAnnounced.current = !onFail;
    onFail?.();
  };
  const fallback = (error: unknown) => {
    if (error instanceof MissingCodeError)
      return (
        <FailureHandler
          onRetry={onFail ? undefined : retry}
          onFail={() => fail("Couldn't load this part of the app. Try again.")}
        />
      );
    if (onFail) return <FailureHandler onFail={() => fail('Something went wrong here.')} />;
    return silent ? null : undefined;
  };
  return (
    <ErrorBoundary fallback={fallback} resetKey={attemptKey}>
      <Attempt value={attempt}>
        <Suspense fallback={placeholder}>{children}</Suspense>
      </Attempt>
    </ErrorBoundary>
  );
}

interface FailureHandlerProps {
  onRetry?: (() => void) | undefined;
  onFail: () => void;
}

function FailureHandler({ onRetry, onFail }: FailureHandlerProps) {
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
