import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { toast } from '~/components/toasts';
import { feed } from '~/live/feed';

/** In-app delivery: a toast for every alert that fires, kept by the notification centre. */
export function useAlertNotices(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      feed.onAlert((report) => {
        toast('Price alert', report.sentence);
        for (const { queryKey } of [alertsQuery, alertHistoryQuery]) client.invalidateQueries({ queryKey });
      }),
    [client],
  );
}
