import { call } from '~/api/call';
import type { NewAccessToken } from '~/api/types';
import { useAction } from '~/api/useAction';

/** Defined here and not with the shared queries, because this section is loaded on demand. */
export const accessQuery = {
  queryKey: ['access'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('get', '/api/access', { signal }),
  staleTime: 5_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
} as const;

const refresh = [accessQuery.queryKey];

/** Creates and revokes tokens, and signs out other browsers. */
export function useAccessChanges() {
  const create = useAction({
    send: (payload: NewAccessToken) => call('post', '/api/access/tokens', { payload }),
    refresh,
    // The secret must not stay in the cache.
    gcTime: 0,
  });
  const revoke = useAction({
    send: (id: number) => call('delete', '/api/access/tokens/{id}', { path: { id } }),
    refresh,
    done: () => ['Token revoked', 'The token no longer works.'],
  });
  const signOut = useAction({
    send: (id: number) => call('delete', '/api/access/sessions/{id}', { path: { id } }),
    refresh,
    done: () => ['Signed out', 'That browser has to sign in again.'],
  });
  return { create, revoke, signOut };
}
