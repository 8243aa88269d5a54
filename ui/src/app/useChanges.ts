import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange, onReconnect } from '~/live/feed';

/**
 * Shows here what was changed on another device. What that takes is loaded with the first change; where that fails, queries
 * are asked again after a minute as ever.
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
