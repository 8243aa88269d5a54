import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '~/api/call';
import { alertHistoryQuery, configQuery } from '~/api/queries';
import type { AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { readOnlyReason } from '../useReadOnly';

/** The highest report id; later reports have higher ids. */
export const newest = (reports: readonly AlertReport[] = []) =>
  reports.reduce<number | null>((last, { id }) => (id === null ? last : Math.max(last ?? id, id)), null);

/**
 * Marks reports as read once they are on screen, except where nothing can be changed. After a failure it retries only with the
 * next report, to avoid endless requests to a failing server or proxy.
 */
export function useMarkRead(reports: readonly AlertReport[] | undefined): void {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const lastMarked = useRef<number | null>(null);
  const { mutate } = useMutation({
    mutationFn: (last: number) => call('post', '/api/alerts/history/read', { payload: { last } }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
  });
  // Reports that could not be stored have no id and can't be marked.
  const last = newest(reports?.filter(({ read }) => !read));
  const allowed = config !== undefined && readOnlyReason(config) === null;
  useEffect(() => {
    if (!allowed || last === null || last <= (lastMarked.current ?? -1)) return;
    lastMarked.current = last;
    mutate(last);
  }, [last, allowed, mutate]);
}
