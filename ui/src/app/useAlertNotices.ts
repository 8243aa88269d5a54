import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { onAlert, onReconnect } from '~/live/feed';
import { groupToast } from '~/state/toasts';

/** Keys of the reports already shown, because the server delivers each report at least once. */
const shownReports = new Set<string>();
/** Maximum size of `shownReports`, which is also the number that the server stores. */
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
      if (shownReports.has(key)) return;
      shownReports.add(key);
      const [oldest = key] = shownReports;
      if (shownReports.size > MAX_SHOWN) shownReports.delete(oldest);
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
