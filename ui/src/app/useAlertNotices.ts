import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { connection, onAlert } from '~/live/feed';
import { toast } from '~/state/toasts';

/** In-app delivery: a toast for every alert that fires; the bell and the alerts page follow. */
export function useAlertNotices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const renew = () => {
      for (const { queryKey } of [alertsQuery, alertHistoryQuery]) client.invalidateQueries({ queryKey });
    };
    const forget = onAlert((report) => {
      toast('Alert', report.sentence);
      renew();
    });
    // What fired while the connection was down was told to nobody here.
    let before = connection.status().state;
    const unwatch = connection.watchStatus(() => {
      const { state } = connection.status();
      if (state === 'connected' && before === 'closed') renew();
      if (state === 'connected' || state === 'closed') before = state;
    });
    return () => {
      forget();
      unwatch();
    };
  }, [client]);
}
