import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange, onReconnect } from '~/live/feed';

/**
 * Applies changes made on other devices. The code is loaded with the first change; if that fails, queries still refetch every minute.
 */
export function useChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = (kind?: string) =>
      import('./idleParts').then(
        ({ ALL_KINDS, refetchChanged }) => refetchChanged(client, kind ? [kind] : ALL_KINDS),
        () => {},
      );
    const unsubscribes = [onChange(refetch), onReconnect(() => refetch())];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [client]);
}
