import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { onAlert, onReconnect } from '~/live/feed';
import { joinToast } from '~/state/toasts';

/** In-app delivery: a toast for every alert that fires; the bell and the alerts page follow. */
export function useAlertNotices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const renew = () => {
      for (const { queryKey } of [alertsQuery, alertHistoryQuery]) client.invalidateQueries({ queryKey });
    };
    const forget = onAlert((report) => {
      joinToast('Alert', report.sentence);
      renew();
    });
    // What fired while the connection was down was told to nobody here.
    const unwatch = onReconnect(renew);
    return () => {
      forget();
      unwatch();
    };
  }, [client]);
}
