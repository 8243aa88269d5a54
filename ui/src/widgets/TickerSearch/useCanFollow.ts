import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { isOwner, readOnlyReason } from '../useReadOnly';

/** Returns true if new symbols can be followed: in the live market, by the owner, unless the server is read-only. */
export function useCanFollow(): boolean {
  const { data: config } = useQuery(configQuery);
  return config?.market === 'live' && isOwner(config) && readOnlyReason(config) === null;
}
