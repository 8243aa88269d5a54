import { call } from '~/api/call';
import { configQuery } from '~/api/queries';
import type { NewPerson, PersonChange } from '~/api/types';
import { useAction } from '~/api/useAction';
import { peopleQuery } from '~/widgets/people';

/** The configuration names the signed-in person once there are several. */
const refresh = [peopleQuery.queryKey, configQuery.queryKey];

/** What becomes of the lists of a removed person. */
export type Fate = 'move' | 'delete';

/** Adds, changes and removes people. The dialogs show the errors. */
export function usePeopleChanges() {
  const add = useAction({
    send: (payload: NewPerson) => call('post', '/api/people', { payload }),
    refresh,
    done: (_, { name }) => ['Person added', `${name} can now sign in.`],
    failed: false,
  });
  const change = useAction({
    send: ({ id, ...payload }: PersonChange & { id: number }) =>
      call('patch', '/api/people/{id}', { path: { id }, payload }),
    refresh,
    failed: false,
  });
  const remove = useAction({
    send: ({ id, lists }: { id: number; lists: Fate }) =>
      call('delete', '/api/people/{id}', { path: { id }, query: { lists } }),
    refresh: [...refresh, ['watchlists']],
    done: () => ['Person removed', 'Their browsers and tokens no longer work.'],
    failed: false,
  });
  return { add, change, remove };
}
