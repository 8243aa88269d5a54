import { useEffect } from 'react';

/**
 * Keeps the screen on. A browser releases the wake lock when the page is hidden, so it is requested again when the page
 * shows; a browser that refuses (low battery, no HTTPS) turns the screen off as usual.
 */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const given = await navigator.wakeLock.request('screen');
        if (gone) await given.release();
        else lock = given;
      } catch (cause) {
        console.info('The screen may turn off', cause);
      }
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [wanted]);
}
