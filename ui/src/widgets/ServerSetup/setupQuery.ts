import { call } from '~/api/call';

/** The settings of the server. Defined here and not with the shared queries, because the forms are loaded on demand. */
export const setupQuery = {
  queryKey: ['setup'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('get', '/api/setup', { signal }),
  staleTime: 0,
} as const;
