import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** Returns true if new symbols can be followed: in the live market, unless the server is read-only. */
export function useCanFollow(): boolean {
  const { data: config } = useQuery(configQuery);
  return config?.market === 'live' && !config.readOnly;
}
