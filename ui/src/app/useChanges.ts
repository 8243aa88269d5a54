import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange, onReconnect } from '~/live/feed';

/**
 * Applies changes made on other devices. The code is loaded with the first change; if that fails, queries still refetch every minute.
 */
export function useChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    const renew = (kind?: string) =>
      import('./idleParts').then(
        ({ ALL, renewChanged }) => renewChanged(client, kind ? [kind] : ALL),
        () => {},
      );
    const undo = [onChange(renew), onReconnect(() => renew())];
    return () => {
      for (const end of undo) end();
    };
  }, [client]);
}
