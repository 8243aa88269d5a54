import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { alertHistoryQuery, alertsQuery, tickerQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { confirm } from '~/components/layer/confirmation';
import { toast } from '~/state/toasts';
import type { NewAlert } from './draft';
import { sentence, subjectOf } from './words';

const failed = (cause: Error) =>
  toast('Error', cause instanceof ApiError ? cause.detail : cause.message, 'destructive');

/** How long an alert is quiet and how long it lives, and its note. */
export type Lifetime = Partial<Pick<Alert, 'snoozedUntil' | 'expiresAt' | 'note'>>;

/** Making, switching and changing alerts; the list follows. */
export function useAlertChanges() {
  const client = useQueryClient();
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: alertsQuery.queryKey }) };
  const create = useMutation({
    ...settled,
    mutationFn: (alert: NewAlert) => call('post', '/api/alerts', { payload: alert }),
    onSuccess: (made) => {
      const what = sentence(made, client.getQueryData(tickerQuery(made.symbol).queryKey));
      const met = made.notice ? ` ${made.notice}` : '';
      toast('Alert created', `Your alert has been created successfully. ${subjectOf(made)}: ${what}.${met}`);
    },
    onError: failed,
  });
  const toggle = useMutation({
    ...settled,
    mutationFn: ({ id, active }: Pick<Alert, 'id' | 'active'>) =>
      call('patch', '/api/alerts/{id}', { path: { id }, payload: { active } }),
    onSuccess: ({ notice }) => {
      if (notice) toast('Alert reactivated', notice);
    },
    onError: failed,
  });
  const adjust = useMutation({
    ...settled,
    mutationFn: ({ id, change }: { id: number; change: Lifetime; message: string; before?: Lifetime }) =>
      call('patch', '/api/alerts/{id}', { path: { id }, payload: change }),
    onSuccess: (_, { id, message, before }) => {
      const run = () => before && adjust.mutate({ id, change: before, message: 'It is as it was before.' });
      toast('Alert changed', message, 'default', before && { label: 'Undo', run });
    },
    onError: failed,
  });
  return { create, toggle, adjust };
}

/** Deletes an alert after a question. `what` names it: 'AAPL: Price rises above $300.00'. */
export function useDelete(id: number, what: string) {
  const client = useQueryClient();
  const settled = {
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  };
  const restore = useMutation({
    ...settled,
    mutationFn: () => call('post', '/api/alerts/{id}/restore', { path: { id } }),
    onSuccess: ({ notice }) => toast('Alert restored', notice ?? undefined),
  });
  const remove = useMutation({
    ...settled,
    mutationFn: () => call('delete', '/api/alerts/{id}', { path: { id } }),
    onSuccess: () => {
      const run = () => restore.mutate();
      toast('Alert deleted', 'Your alert has been deleted', 'default', { label: 'Undo', run });
    },
  });
  const ask = async () => {
    const text = `Are you sure you want to delete the alert on ${what}?`;
    if (await confirm({ title: 'Delete alert', text, action: 'Delete' })) remove.mutate();
  };
  return { ask, isPending: remove.isPending };
}

/** Clears the history up to the newest report that somebody sees. */
export function useClearHistory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (last: number) => call('delete', '/api/alerts/history', { query: { last } }),
    onSettled: () => client.invalidateQueries({ queryKey: alertHistoryQuery.queryKey }),
    onError: failed,
  });
}
