import { useEffect, useState } from 'react';
import { savesData, whenIdle } from './idle';

/** The first input events of a user. */
export const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
let hasInteracted = false;

/**
 * Returns true after the first user input or when the page is idle: then optional code is loaded. With data saver, only
 * after the first input.
 */
export function useHasInteracted(): boolean {
  const [has, setHas] = useState(hasInteracted);
  useEffect(() => {
    if (has) return;
    const stop = new AbortController();
    const act = () => {
      hasInteracted = true;
      setHas(true);
    };
    for (const input of FIRST_INPUT_EVENTS)
      window.addEventListener(input, act, { passive: true, signal: stop.signal });
    if (!savesData()) whenIdle(act);
    return () => stop.abort();
  }, [has]);
  return has;
}
