import { useEffect, useState } from 'react';
import { savesData, whenIdle } from './idle';

/** The first input events of a user. */
export const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
let hasInteracted = false;

/**
 * Returns true after the first user input or when the page is idle, as the signal to load optional code. With data saver, only
 * the first input counts.
 */
export function useHasInteracted(): boolean {
  const [isInteracted, setIsInteracted] = useState(hasInteracted);
  useEffect(() => {
    if (isInteracted) return;
    const stop = new AbortController();
    const setInteracted = () => {
      hasInteracted = true;
      setIsInteracted(true);
    };
    for (const input of FIRST_INPUT_EVENTS)
      window.addEventListener(input, setInteracted, { passive: true, signal: stop.signal });
    if (!savesData()) whenIdle(setInteracted);
    return () => stop.abort();
  }, [isInteracted]);
  return isInteracted;
}
