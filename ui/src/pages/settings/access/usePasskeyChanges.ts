import { call } from '~/api/call';
import { createPasskey, forgetPasskey } from '~/api/passkeys';
import type { Passkey } from '~/api/types';
import { useAction } from '~/api/useAction';
import { accessQuery } from './useAccess';

const refresh = [accessQuery.queryKey];

/** Adds, renames and removes passkeys. */
export function usePasskeyChanges() {
  const add = useAction({
    send: async (name: string) => {
      const options = await call('post', '/api/access/passkeys/options');
      const payload = { name, ...(await createPasskey(options)) };
      return call('post', '/api/access/passkeys', { payload });
    },
    refresh,
    done: ({ name }) => ['Passkey added', `You can now sign in with "${name}".`],
    failed: false,
  });
  const rename = useAction({
    send: ({ id, name }: { id: string; name: string }) =>
      call('patch', '/api/access/passkeys/{id}', { path: { id }, payload: { name } }),
    refresh,
    failed: false,
  });
  const remove = useAction({
    send: ({ id }: Passkey) => call('delete', '/api/access/passkeys/{id}', { path: { id } }),
    refresh,
    done: (_, passkey) => {
      void forgetPasskey(passkey);
      return ['Passkey removed', 'Nobody can sign in with it any more.'];
    },
  });
  return { add, rename, remove };
}
