import { useMemo } from 'react';
import { call } from '~/api/call';
import { alertsQuery } from '~/api/queries';
import type { Alert, TickerDetail } from '~/api/types';
import { useAction } from '~/api/useAction';
import { useQuery } from '~/api/useQuery';
import { type AlertLine, linesOf } from './alertLines';

const { queryKey } = alertsQuery;
const refresh = [queryKey];
const NO_ALERTS: readonly Alert[] = [];

/** The fields of a new alert. */
type NewAlertLine = Omit<AlertLine, 'id'>;

/** The alerts drawn as levels, with actions that can be undone. */
export function useAlertLines({ id, symbol }: TickerDetail, priceText: (price: number) => string) {
  const { data: alerts = NO_ALERTS } = useQuery(alertsQuery);
  const create = useAction({
    send: ({ value, condition }: NewAlertLine) =>
      call('post', '/api/alerts', {
        payload: { type: 'price', symbol, condition, value, frequency: 'once' },
      }),
    refresh,
    done: ({ id, notice }, { value }) => {
      const undo = () => remove.mutate({ id, isUndo: true });
      return [`Alert at ${priceText(value)} set`, notice, undo];
    },
  });
  const move = useAction({
    send: ({ to: { id, value, condition } }: { from: AlertLine; to: AlertLine; isUndo?: boolean }) =>
      call('patch', '/api/alerts/{id}', { path: { id }, payload: { value, condition } }),
    refresh,
    done: ({ notice }, { from, to, isUndo }) => {
      const undo = () => move.mutate({ from: to, to: from, isUndo: true });
      return isUndo ? undefined : [`Alert moved to ${priceText(to.value)}`, notice, undo];
    },
    // The level stays where it was moved until the server has responded.
    optimistic: {
      queryKey,
      update: (known: Alert[], { to: { id, value, condition } }) =>
        known.map((alert) => (alert.id === id ? { ...alert, value, condition } : alert)),
    },
  });
  const remove = useAction({
    send: ({ id }: { id: number; isUndo?: boolean }) => call('delete', '/api/alerts/{id}', { path: { id } }),
    refresh,
    done: (_, { id, isUndo }) => {
      const value = alerts.find((alert) => alert.id === id)?.value;
      if (isUndo || typeof value !== 'number') return;
      return [`Alert at ${priceText(value)} deleted`, null, () => restore.mutate(id)];
    },
  });
  // Restores the complete alert, with its further conditions, note and end time.
  const restore = useAction({
    send: (id: number) => call('post', '/api/alerts/{id}/restore', { path: { id } }),
    refresh,
    done: ({ notice }) => ['Alert restored', notice],
  });
  const lines = useMemo(() => linesOf(alerts, id), [alerts, id]);
  return { lines, create, move, remove };
}
