import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { alertChannelsQuery } from '~/api/queries';
import { toast } from '~/state/toasts';

const failed = (cause: Error) =>
  toast('Error', cause instanceof ApiError ? cause.detail : cause.message, 'destructive');

/** Switches channels of the page on and off, and removes them. */
export function useChannelChanges() {
  const client = useQueryClient();
  const shared = {
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: alertChannelsQuery.queryKey }),
  };
  const turn = useMutation({
    ...shared,
    mutationFn: ({ name, enabled }: { name: string; enabled: boolean }) =>
      call('put', '/api/alert-channels/{name}', { path: { name }, payload: { enabled } }),
  });
  const remove = useMutation({
    ...shared,
    mutationFn: ({ name }: { name: string; told: string }) =>
      call('delete', '/api/alert-channels/{name}', { path: { name } }),
    onSuccess: (_, { told }) => toast('Channel removed', told),
  });
  return { turn, remove };
}
