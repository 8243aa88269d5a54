import { useContext, useEffect, useMemo, useRef } from 'react';
import { IsLeaving } from './useUrlChoice';

interface LatestStep {
  /**
   * Starts an asynchronous step. Returns a function that returns true while the step is current; check it before completing the
   * step.
   */
  start: () => () => boolean;
  /** Cancels the current step because the input has changed. */
  cancel: () => void;
}

/**
 * Tracks asynchronous steps: only the latest one may complete, and none may after the component unmounts or while the user is
 * leaving the page.
 */
export function useLatestStep(): LatestStep {
  const latest = useRef<object | null>(null);
  const leaving = useContext(IsLeaving);
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
        const step = {};
        latest.current = step;
        return () => latest.current === step && !isLeaving.current();
      },
      cancel: () => {
        latest.current = null;
      },
    }),
    [],
  );
}
