import { useContext, useEffect, useMemo, useRef } from 'react';
import { IsLeaving } from './useUrlChoice';

interface LateSteps {
  /**
   * Begins an asynchronous step. Returns a function that tells whether the step is still current, to be checked before
   * completing it.
   */
  begin: () => () => boolean;
  /** Cancels the current step because the input has changed. */
  drop: () => void;
}

/**
 * Runs asynchronous steps of which only the latest completes, and none after its component unmounts or its page is
 * being left.
 */
export function useLatestStep(): LateSteps {
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
      begin: () => {
        const step = {};
        latest.current = step;
        return () => latest.current === step && !isLeaving.current();
      },
      drop: () => {
        latest.current = null;
      },
    }),
    [],
  );
}
