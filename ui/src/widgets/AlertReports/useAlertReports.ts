import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '~/api/client';
import { alertHistoryQuery, configQuery } from '~/api/queries';
import type { AlertReport } from '~/api/types';

/** What alerts reported, newest first, and how many of it nobody has read. */
export function useAlertReports() {
  const query = useQuery(alertHistoryQuery);
  const unread = query.data?.filter(({ read }) => !read).length ?? 0;
  return { query, unread };
}

/**
 * Whoever looks at the reports has read them: the server is told once they stand on the screen. On a
 * read-only display they stay as they are.
 */
export function useMarkRead(reports: readonly AlertReport[] | undefined): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: () => request<void>('alerts/history/read', { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
  });
  const some = reports?.some(({ read }) => !read) ?? false;
  const allowed = config?.readOnly === false;
  useEffect(() => {
    if (some && allowed && !isPending) mutate();
  }, [some, allowed, isPending, mutate]);
}
