import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { onAlert, onReconnect } from '~/live/feed';
import { groupToast } from '~/state/toasts';

/** Reports already shown: the server delivers each at least once. */
const shown = new Set<string>();
/** Maximum size of `shown`: as many as the server keeps. */
const MAX_SHOWN = 1000;

/** In-app delivery: shows a toast for every alert that fires, and refetches the bell's and the alerts page's data. */
export function useAlertNotices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => {
      for (const { queryKey } of [alertsQuery, alertHistoryQuery]) client.invalidateQueries({ queryKey });
    };
    const unsubscribe = onAlert((report) => {
      refetch();
      // Ids start again in a new database, so the id alone is not unique.
      const key = `${report.id} ${report.alertId} ${report.firedAt}`;
      if (shown.has(key)) return;
      shown.add(key);
      const [oldest = key] = shown;
      if (shown.size > MAX_SHOWN) shown.delete(oldest);
      groupToast('Alert', report.sentence);
    });
    // Alerts may have fired while the connection was down.
    const unsubscribeReconnect = onReconnect(refetch);
    return () => {
      unsubscribe();
      unsubscribeReconnect();
    };
  }, [client]);
}
