import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { alertsQuery } from '~/api/queries';
import type { Alert, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { toast } from '~/state/toasts';
import { type AlertLine, linesOf } from './alertLines';

const failed = (cause: Error) =>
  toast('Error', cause instanceof ApiError ? cause.detail : cause.message, 'destructive');

const NONE: readonly Alert[] = [];

/** What a new alert is made of. */
type Made = Omit<AlertLine, 'id'>;

/** The alerts that a chart shows as lines, and what may be done to them; each change can be undone. */
export function useAlertLines({ id, symbol }: TickerDetail, priceText: (price: number) => string) {
  const client = useQueryClient();
  const { data: alerts = NONE } = useQuery(alertsQuery);
  const options = {
    onSettled: () => client.invalidateQueries({ queryKey: alertsQuery.queryKey }),
    onError: failed,
  };
  const undo = (run: () => void) => ({ label: 'Undo', run });
  const create = useMutation({
    ...options,
    mutationFn: ({ value, condition }: Made) =>
      call('post', '/api/alerts', {
        payload: { type: 'price', symbol, condition, value, frequency: 'once' },
      }),
    onSuccess: ({ id, notice }, { value }) =>
      toast(
        `Alert at ${priceText(value)} set`,
        notice ?? undefined,
        'default',
        undo(() => remove.mutate({ id, isUndo: true })),
      ),
  });
  const move = useMutation({
    ...options,
    mutationFn: ({ to }: { from: AlertLine; to: AlertLine; isUndo?: boolean }) => {
      const { id, value, condition } = to;
      // The line stays where it was put until the server has answered.
      client.setQueryData(alertsQuery.queryKey, (known) =>
        known?.map((alert) => (alert.id === id ? { ...alert, value, condition } : alert)),
      );
      return call('patch', '/api/alerts/{id}', { path: { id }, payload: { value, condition } });
    },
    onSuccess: ({ notice }, { from, to, isUndo }) => {
      if (isUndo) return;
      toast(
        `Alert moved to ${priceText(to.value)}`,
        notice ?? undefined,
        'default',
        undo(() => move.mutate({ from: to, to: from, isUndo: true })),
      );
    },
  });
  const remove = useMutation({
    ...options,
    mutationFn: ({ id }: { id: number; isUndo?: boolean }) =>
      call('delete', '/api/alerts/{id}', { path: { id } }),
    onSuccess: (_, { id, isUndo }) => {
      const value = alerts.find((alert) => alert.id === id)?.value;
      if (isUndo || typeof value !== 'number') return;
      toast(
        `Alert at ${priceText(value)} deleted`,
        undefined,
        'default',
        undo(() => restore.mutate(id)),
      );
    },
  });
  // The very alert, with its further conditions, its note and its end.
  const restore = useMutation({
    ...options,
    mutationFn: (id: number) => call('post', '/api/alerts/{id}/restore', { path: { id } }),
    onSuccess: ({ notice }) => toast('Alert restored', notice ?? undefined),
  });
  const lines = useMemo(() => linesOf(alerts, id), [alerts, id]);
  return { lines, create, move, remove };
}
