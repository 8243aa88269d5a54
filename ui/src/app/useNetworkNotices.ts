import { useEffect } from 'react';
import { isNative } from '~/native/isNative';
import { announceNetwork } from '~/state/networkNotice';

/**
 * NATV-01: says when the network is lost and when it is back; silent about how it was at the start.
 * Inside a native wrapper the network plugin is the source, and the browser's events are not heard.
 */
export function useNetworkNotices(): void {
  useEffect(() => {
    if (isNative()) return;
    const lost = () => announceNetwork(false);
    const back = () => announceNetwork(true);
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, []);
}
