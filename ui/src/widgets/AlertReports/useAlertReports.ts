import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '~/api/call';
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
 * read-only display they stay as they are. A failure is not tried again until another report comes: a
 * server that is down, or a proxy that refuses, would be asked without end.
 */
export function useMarkRead(reports: readonly AlertReport[] | undefined): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const tried = useRef(0);
  const { mutate } = useMutation({
    mutationFn: () => call('post', '/api/alerts/history/read'),
    onSuccess: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
  });
  // Reports that could not be kept have no number, and cannot be marked.
  const newest = Math.max(0, ...(reports ?? []).filter(({ read }) => !read).map(({ id }) => id ?? 0));
  const allowed = config?.readOnly === false;
  useEffect(() => {
    if (!allowed || newest <= tried.current) return;
    tried.current = newest;
    mutate();
  }, [newest, allowed, mutate]);
}
