import { call } from '~/api/call';
import { screensQuery } from '~/api/queries';
import type { SavedScreen } from '~/api/types';
import { useAction } from '~/api/useAction';

const refresh = [screensQuery.queryKey, ['alerts']];

/** Saves, renames, changes and deletes screens. */
export function useScreenChanges() {
  const create = useAction({
    send: (screen: Pick<SavedScreen, 'name' | 'query'>) => call('post', '/api/screens', { payload: screen }),
    refresh,
    done: ({ name }) => ['Screen saved', `“${name}” has been saved.`],
    failed: "Couldn't save the screen.",
  });
  const change = useAction({
    send: ({ id, ...changes }: { id: number; name?: string; query?: string }) =>
      call('patch', '/api/screens/{id}', { path: { id }, payload: changes }),
    refresh,
    done: ({ name }) => ['Screen saved', `“${name}” has been saved.`],
    failed: "Couldn't save the screen.",
  });
  const remove = useAction({
    send: ({ id }: SavedScreen) => call('delete', '/api/screens/{id}', { path: { id } }),
    refresh,
    done: (_, { name, query }) => [
      'Screen deleted',
      `“${name}” has been deleted.`,
      () => create.mutate({ name, query }),
    ],
    failed: "Couldn't delete the screen.",
  });
  return { create, change, remove };
}
