import { useEffect } from 'react';

/**
 * Keeps the screen on. A browser releases the wake lock when the page is hidden, so it is requested again when the page
 * shows; a browser that refuses (low battery, no HTTPS) turns the screen off as usual.
 */
export function useWakeLock(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isReleased = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const sentinel = await navigator.wakeLock.request('screen');
        if (isReleased) await sentinel.release();
        else lock = sentinel;
      } catch (cause) {
        console.info('The screen may turn off', cause);
      }
    };
    void requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      isReleased = true;
      document.removeEventListener('visibilitychange', requestLock);
      void lock?.release();
    };
  }, [isEnabled]);
}
