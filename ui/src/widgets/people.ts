import { call } from '~/api/call';
import type { Role } from '~/api/types';

/** Queries of parts that open on demand; the shared queries are loaded with every page. */
export const meQuery = {
  queryKey: ['me'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('get', '/api/me', { signal }),
} as const;
export const peopleQuery = {
  queryKey: ['people'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('get', '/api/people', { signal }),
} as const;

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  member: 'Member',
  viewer: 'Viewer',
};
