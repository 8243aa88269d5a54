import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { settingsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { keepShared } from '~/state/settings';

/**
 * Takes over what somebody chose for every device, also while a page is open. With another display currency every amount
 * that was loaded is in the former one.
 */
export function useSharedSettings(): void {
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const currency = useRef<string | null>(undefined);
  useEffect(() => {
    if (!data) return;
    keepShared(data);
    const { displayCurrency = null } = data;
    if (currency.current !== undefined && currency.current !== displayCurrency)
      void client.invalidateQueries();
    currency.current = displayCurrency;
  }, [data, client]);
}
