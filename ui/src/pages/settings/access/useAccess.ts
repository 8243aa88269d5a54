import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { NewAccessToken } from '~/api/types';
import { toast } from '~/state/toasts';

/** Only this lazy section asks for it: among the queries of all pages it would be a part of every first visit. */
export const accessQuery = {
  queryKey: ['access'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('get', '/api/access', { signal }),
  staleTime: 5_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
} as const;

const failed = (cause: Error) =>
  toast('Error', cause instanceof ApiError ? cause.detail : cause.message, 'destructive');

/** Makes and revokes tokens, and signs other browsers out. */
export function useAccessChanges() {
  const client = useQueryClient();
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: accessQuery.queryKey }) };
  const make = useMutation({
    ...settled,
    mutationFn: (payload: NewAccessToken) => call('post', '/api/access/tokens', { payload }),
    onError: failed,
    // The secret stays nowhere but in front of the person.
    gcTime: 0,
  });
  const revoke = useMutation({
    ...settled,
    mutationFn: (id: number) => call('delete', '/api/access/tokens/{id}', { path: { id } }),
    onSuccess: () => toast('Token revoked', 'It lets nobody in any more.'),
    onError: failed,
  });
  const signOut = useMutation({
    ...settled,
    mutationFn: (id: number) => call('delete', '/api/access/sessions/{id}', { path: { id } }),
    onSuccess: () => toast('Signed out', 'That browser has to sign in again.'),
    onError: failed,
  });
  return { make, revoke, signOut };
}
