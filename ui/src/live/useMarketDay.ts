import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '~/api/queries';
import { type Day, dayOf } from '~/market/day';
import { useMarketNow } from './useMarketNow';

/**
 * Today by the server's clock, in the viewer's zone or in the one given. Undefined until the server has
 * said what time it is, so that no page opens on this device's day first; a server that does not say
 * leaves this device's clock.
 */
export function useMarketDay(timeZone?: string): Day | undefined {
  const { isPending } = useQuery(sessionQuery);
  const now = useMarketNow();
  return isPending ? undefined : dayOf(now, timeZone);
}
