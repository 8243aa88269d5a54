import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { settingsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { storeSharedSettings } from '~/state/settings';

/**
 * Applies the shared settings, also when they change while a page is open. A new display currency invalidates all loaded amounts.
 */
export function useSharedSettings(): void {
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const currency = useRef<string | null>(undefined);
  useEffect(() => {
    if (!data) return;
    storeSharedSettings(data);
    const { displayCurrency = null } = data;
    if (currency.current !== undefined && currency.current !== displayCurrency)
      void client.invalidateQueries();
    currency.current = displayCurrency;
  }, [data, client]);
}
