import { useEffect } from 'react';

/**
 * Keeps the screen from going dark. A browser gives that up whenever the page is hidden, so it is asked again when
 * it shows; one that refuses (a battery that is low, a page without encryption) goes dark as it is set to.
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
