import { useEffect } from 'react';
import { isNative } from '~/native/isNative';
import { announceNetwork } from '~/state/networkNotice';

/**
 * NATV-01: shows a toast when the network is lost and when it is back, but not about the initial state. In a native wrapper the network
 * plugin does this instead.
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
