import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, request } from '~/api/client';
import { alertsQuery, tickersQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { toast } from '~/state/toasts';
import type { NewAlert } from './draft';
import { sentence } from './words';

const failed = (cause: Error) =>
  toast('Error', cause instanceof ApiError ? cause.detail : cause.message, 'destructive');

/** Making, switching and deleting alerts; the list follows. */
export function useAlertChanges() {
  const client = useQueryClient();
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: alertsQuery.queryKey }) };
  const create = useMutation({
    ...settled,
    mutationFn: (alert: NewAlert) => request<Alert>('alerts', { method: 'POST', payload: alert }),
    onSuccess: (made) => {
      const tickers = client.getQueryData(tickersQuery().queryKey);
      const what = sentence(
        made,
        tickers?.find(({ id }) => id === made.tickerId),
      );
      toast('Alert created', `Your alert has been created successfully. ${made.symbol}: ${what}.`);
    },
    onError: failed,
  });
  const toggle = useMutation({
    ...settled,
    mutationFn: ({ id, active }: Pick<Alert, 'id' | 'active'>) =>
      request<Alert>(`alerts/${id}`, { method: 'PATCH', payload: { active } }),
    onError: failed,
  });
  const remove = useMutation({
    ...settled,
    mutationFn: (id: number) => request<void>(`alerts/${id}`, { method: 'DELETE' }),
    onSuccess: () => toast('Alert deleted', 'Your alert has been deleted'),
    onError: failed,
  });
  return { create, toggle, remove };
}
