import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { onAlert, onReconnect } from '~/live/feed';
import { joinToast } from '~/state/toasts';

/** Which reports were shown: the server delivers each at least once, and a person sees it once. */
const shown = new Set<string>();
/** So many of them at most, as many as the server keeps: a tab stays open for months. */
const MOST_SHOWN = 1000;

/** In-app delivery: a toast for every alert that fires; the bell and the alerts page follow. */
export function useAlertNotices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const renew = () => {
      for (const { queryKey } of [alertsQuery, alertHistoryQuery]) client.invalidateQueries({ queryKey });
    };
    const forget = onAlert((report) => {
      renew();
      // Another database counts from the beginning: the number alone does not tell.
      const key = `${report.id} ${report.alertId} ${report.firedAt}`;
      if (shown.has(key)) return;
      shown.add(key);
      const [oldest = key] = shown;
      if (shown.size > MOST_SHOWN) shown.delete(oldest);
      joinToast('Alert', report.sentence);
    });
    // What fired while the connection was down was shown to nobody here.
    const unwatch = onReconnect(renew);
    return () => {
      forget();
      unwatch();
    };
  }, [client]);
}
