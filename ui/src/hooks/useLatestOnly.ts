import { useContext, useEffect, useMemo, useRef } from 'react';
import { IsLeavingContext } from './useUrlChoice';

interface LatestOnly {
  /** Starts an asynchronous operation. Returns a function that returns true while its result is still wanted. */
  start: () => () => boolean;
  /** Cancels the current operation because the input has changed. */
  cancel: () => void;
}

/**
 * Ensures that only the latest of several asynchronous operations takes effect, such as looking up typed symbols. None takes effect
 * after the component unmounts or while the user is leaving the page.
 */
export function useLatestOnly(): LatestOnly {
  const latest = useRef<object | null>(null);
  const leaving = useContext(IsLeavingContext);
  const isLeaving = useRef(leaving);
  isLeaving.current = leaving;
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  return useMemo(
    () => ({
      start: () => {
        const operation = {};
        latest.current = operation;
        return () => latest.current === operation && !isLeaving.current();
      },
      cancel: () => {
        latest.current = null;
      },
    }),
    [],
  );
}
