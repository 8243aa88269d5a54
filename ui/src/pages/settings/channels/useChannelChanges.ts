import { call } from '~/api/call';
import { alertChannelsQuery } from '~/api/queries';
import { useAction } from '~/api/useAction';

const refresh = [alertChannelsQuery.queryKey];

/** Switches and removes channels created on the page. */
export function useChannelChanges() {
  const toggle = useAction({
    send: ({ name, enabled }: { name: string; enabled: boolean }) =>
      call('put', '/api/alert-channels/{name}', { path: { name }, payload: { enabled } }),
    refresh,
  });
  const remove = useAction({
    send: ({ name }: { name: string; confirmation: string }) =>
      call('delete', '/api/alert-channels/{name}', { path: { name } }),
    refresh,
    done: (_, { confirmation }) => ['Channel removed', confirmation],
  });
  return { toggle, remove };
}
