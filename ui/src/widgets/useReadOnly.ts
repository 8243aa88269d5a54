import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** Returns true if the server is a public display that accepts no changes (`--read-only`). */
export function useReadOnly(): boolean {
  return useQuery(configQuery).data?.readOnly === true;
}
