import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** Whether symbols that nobody follows yet can be followed: in the live market, unless it is for reading only. */
export function useCanFollow(): boolean {
  const { data: config } = useQuery(configQuery);
  return config?.market === 'live' && !config.readOnly;
}
