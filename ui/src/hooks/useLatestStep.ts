import { useContext, useEffect, useMemo, useRef } from 'react';
import { IsLeaving } from './useUrlChoice';

interface LateSteps {
  /** Begins a step that takes time. Returns whether it is still wanted, to be asked before it is completed. */
  begin: () => () => boolean;
  /** Nobody waits for the step any more: something else was typed. */
  drop: () => void;
}

/** Steps after an answer: only the latest counts, and none after its part is gone or its page is being left. */
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
