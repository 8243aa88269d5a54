import { useQuery } from '@tanstack/react-query';
import { configQuery } from '~/api/queries';

/** Whether this server is a public display: it shows everything and takes nothing (`--read-only`). */
export function useReadOnly(): boolean {
  return useQuery(configQuery).data?.readOnly === true;
}
