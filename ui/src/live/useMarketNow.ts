import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '~/api/queries';
import { useNow } from '~/hooks/useNow';

/**
 * The server's time in milliseconds, renewed every 15 s: a sample market may live at another hour
 * than this device, and a device's clock may be wrong.
 */
export function useMarketNow(): number {
  const { data, dataUpdatedAt } = useQuery(sessionQuery);
  const here = useNow(15_000);
  return data ? Date.parse(data.now) + Math.max(0, here - dataUpdatedAt) : here;
}
