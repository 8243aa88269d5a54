import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from '~/api/queries';
import { keepShared } from '~/state/settings';

/** Takes over what somebody chose for every device, also while a page is open. */
export function useSharedSettings(): void {
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (data) keepShared(data);
  }, [data]);
}
