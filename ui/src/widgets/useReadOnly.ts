import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** Whether this server is a public display: it shows everything and takes nothing (`--read-only`). */
export function useReadOnly(): boolean {
  return useQuery(configQuery).data?.readOnly === true;
}
