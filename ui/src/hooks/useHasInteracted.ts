import { useEffect, useState } from 'react';
import { savesData, whenIdle } from './idle';

/** What a person does first. */
export const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
let hasInteracted = false;

/**
 * Whether the first input of a person has come, or the page has had nothing to do: then what makes it richer is fetched,
 * after what it cannot be without. Who asked the browser to save data gets it with the first input alone.
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
