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

/** The highest number among reports; what fires later has a higher one. */
export const newest = (reports: readonly AlertReport[] = []) =>
  reports.reduce<number | null>((last, { id }) => (id === null ? last : Math.max(last ?? id, id)), null);

/**
 * Whoever looks at the reports has read them: the server is told once they stand on the screen. On a
 * read-only display they stay as they are.
 */
export function useMarkRead(reports: readonly AlertReport[] | undefined): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (last: number) => request<void>('alerts/history/read', { method: 'POST', payload: { last } }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
  });
  const last = newest(reports?.filter(({ read }) => !read));
  const allowed = config?.readOnly === false;
  useEffect(() => {
    if (last !== null && allowed && !isPending) mutate(last);
  }, [last, allowed, isPending, mutate]);
}
