import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '~/api/call';
import { alertHistoryQuery, configQuery } from '~/api/queries';
import type { AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/** Returns the highest id of the reports; later reports have higher ids. */
export const newest = (reports: readonly AlertReport[] = []) =>
  reports.reduce<number | null>((last, { id }) => (id === null ? last : Math.max(last ?? id, id)), null);

/**
 * Marks reports as read once they are shown, except on a read-only display. A failure is retried only with the next report;
 * otherwise a server that is down would receive requests without end.
 */
export function useMarkRead(reports: readonly AlertReport[] | undefined): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const tried = useRef<number | null>(null);
  const { mutate } = useMutation({
    mutationFn: (last: number) => call('post', '/api/alerts/history/read', { payload: { last } }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
  });
  // Reports that could not be saved have no id and cannot be marked.
  const last = newest(reports?.filter(({ read }) => !read));
  const allowed = config?.readOnly === false;
  useEffect(() => {
    if (!allowed || last === null || last <= (tried.current ?? -1)) return;
    tried.current = last;
    mutate(last);
  }, [last, allowed, mutate]);
}
