import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useConnectivity } from '~/state/connectivity';
import { toast } from '~/state/toasts';
import { ErrorBoundary } from '../ErrorBoundary';
import { Attempt, MissingCodeError } from './retryingLazy';

interface Props {
  children: ReactNode;
  /** Another value is another attempt: how often a layer that stays on the page was opened. */
  renewedBy?: number;
  /** What nobody asked for may be missing without a word. */
  silent?: boolean;
  /** What stands there until the code has come: nothing to see, unless it leaves a hole. */
  waiting?: ReactNode;
  /** The code could not be fetched: what is counted as open is not. Without it the code is asked for again. */
  onFail?: () => void;
}

const BUSY_MARKER = <span hidden aria-busy="true" />;

/** Missing code is asked for again after this time, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * A part whose code is fetched when it is wanted; a toast if it cannot come, and further attempts while the server can be
 * reached. A part that fails itself says so in its place.
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
  // What was announced once is tried again without a word.
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
  const { reachable } = useConnectivity();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(onFail, []);
  useEffect(() => {
    if (!onRetry || !reachable) return;
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [onRetry, reachable]);
  return null;
}
