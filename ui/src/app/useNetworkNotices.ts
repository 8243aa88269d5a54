import { useEffect } from 'react';
import { toast } from '~/components/toasts';

/** NATV-01: says when the network is lost and when it is back; silent about how it was at the start. */
export function useNetworkNotices(): void {
  useEffect(() => {
    const lost = () =>
      toast('Network Connection Lost', 'Please check your connection and try again.', 'destructive');
    const back = () => toast('Network Connected', "You're back online.");
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, []);
}
