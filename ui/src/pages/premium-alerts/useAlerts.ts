import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { alertHistoryQuery, alertsQuery, tickerQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { useAction } from '~/api/useAction';
import { confirm } from '~/components/layer/confirmation';
import type { NewAlert } from './draft';
import { sentence, subjectOf } from './labels';

const refresh = [alertsQuery.queryKey];

/** The fields of an alert that its menu edits. */
export type AlertEdits = Partial<Pick<Alert, 'snoozedUntil' | 'expiresAt' | 'note'>>;

/** Creates alerts, turns them on or off, and edits them; refetches the list afterwards. */
export function useAlertChanges() {
  const client = useQueryClient();
  const create = useAction({
    send: (alert: NewAlert) => call('post', '/api/alerts', { payload: alert }),
    refresh,
    done: (created) => {
      const alertName = sentence(created, client.getQueryData(tickerQuery(created.symbol).queryKey));
      const noticeSuffix = created.notice ? ` ${created.notice}` : '';
      const text = `Your alert has been created successfully. ${subjectOf(created)}: ${alertName}.${noticeSuffix}`;
      return ['Alert created', text];
    },
  });
  const toggle = useAction({
    send: ({ id, active }: Pick<Alert, 'id' | 'active'>) =>
      call('patch', '/api/alerts/{id}', { path: { id }, payload: { active } }),
    refresh,
    done: ({ notice }) => (notice ? ['Alert reactivated', notice] : undefined),
  });
  const adjust = useAction({
    send: ({ id, change }: { id: number; change: AlertEdits; message: string; before?: AlertEdits }) =>
      call('patch', '/api/alerts/{id}', { path: { id }, payload: change }),
    refresh,
    done: (_, { id, message, before }) => {
      const undo = () => before && adjust.mutate({ id, change: before, message: 'Change undone.' });
      return ['Alert changed', message, before && undo];
    },
  });
  return { create, toggle, adjust };
}

/** Deletes an alert after confirmation, which calls it `alertName`: 'AAPL: Price rises above $300.00'. */
export function useDelete(id: number, alertName: string) {
  const restore = useAction({
    send: () => call('post', '/api/alerts/{id}/restore', { path: { id } }),
    refresh,
    done: ({ notice }) => ['Alert restored', notice],
  });
  const remove = useAction({
    send: () => call('delete', '/api/alerts/{id}', { path: { id } }),
    refresh,
    done: () => ['Alert deleted', 'Your alert has been deleted', restore.mutate],
  });
  const confirmAndDelete = async () => {
    const text = `Are you sure you want to delete the alert on ${alertName}?`;
    if (await confirm({ title: 'Delete alert', text, action: 'Delete' })) remove.mutate();
  };
  return { confirmAndDelete, isPending: remove.isPending };
}

/** Clears the alert history up to the entry `lastId`, the newest one on screen. */
export const useClearHistory = () =>
  useAction({
    send: (lastId: number) => call('delete', '/api/alerts/history', { query: { last: lastId } }),
    refresh: [alertHistoryQuery.queryKey],
  });
