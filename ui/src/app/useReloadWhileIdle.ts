import { useEffect } from 'react';
import { deviceNow } from '~/state/clock';
import { isInUse } from './isInUse';

/** Time without input after which the page is idle. */
const IDLE_MS = 60_000;
const CHECK_MS = 5_000;
const USER_INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Reloads an idle or hidden tab, such as a wall display, for a new version. Others see a banner.
 */
export function useReloadWhileIdle(isOutdated: boolean, reload: () => void = reloadPage): void {
  useEffect(() => {
    if (!isOutdated) return;
    let lastInput = deviceNow();
    const onInput = () => {
      lastInput = deviceNow();
    };
    const check = () => {
      const isIdle = document.hidden || deviceNow() - lastInput >= IDLE_MS;
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
  }, [isOutdated, reload]);
}

const reloadPage = () => location.reload();
