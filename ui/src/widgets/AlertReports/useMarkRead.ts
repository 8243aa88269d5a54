import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '~/api/call';
import { alertHistoryQuery, configQuery } from '~/api/queries';
import type { AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/** The highest number among reports; what fires later has a higher one. */
export const newest = (reports: readonly AlertReport[] = []) =>
  reports.reduce<number | null>((last, { id }) => (id === null ? last : Math.max(last ?? id, id)), null);

/**
 * Whoever looks at the reports has read them: the server hears of it once they stand on the screen. On a
 * read-only display they stay as they are. A failure is not tried again until another report comes: a
 * server that is down, or a proxy that refuses, would be asked without end.
 */
export function useMarkRead(reports: readonly AlertReport[] | undefined): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const lastMarked = useRef<number | null>(null);
  const { mutate } = useMutation({
    mutationFn: (last: number) => call('post', '/api/alerts/history/read', { payload: { last } }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
  });
  // Reports that could not be kept have no number, and cannot be marked.
  const last = newest(reports?.filter(({ read }) => !read));
  const allowed = config?.readOnly === false;
  useEffect(() => {
    if (!allowed || last === null || last <= (lastMarked.current ?? -1)) return;
    lastMarked.current = last;
    mutate(last);
  }, [last, allowed, mutate]);
}
