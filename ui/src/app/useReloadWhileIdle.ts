import { useEffect } from 'react';
import { isInUse } from './isInUse';

/** Nobody has touched the page for this long. */
const IDLE_MS = 60_000;
const CHECK_MS = 5_000;
const USER_INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * A tab that nobody touches, such as a wall display, takes the new version by itself: while it is hidden, or
 * after a minute without a hand. Everybody else is offered it.
 */
export function useReloadWhileIdle(outdated: boolean, reload: () => void = reloadPage): void {
  useEffect(() => {
    if (!outdated) return;
    let touched = Date.now();
    const onInput = () => {
      touched = Date.now();
    };
    const check = () => {
      const isIdle = document.hidden || Date.now() - touched >= IDLE_MS;
      if (isIdle && !isInUse()) reload();
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    for (const event of USER_INPUT) window.addEventListener(event, onInput, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      for (const event of USER_INPUT) window.removeEventListener(event, onInput);
    };
  }, [outdated, reload]);
}

const reloadPage = () => location.reload();
