import { sessionQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { type Day, dayOf, type TradingDays, tradingDayOf } from '~/market/day';
import { useMarketNow } from './useMarketNow';

/**
 * Today by the server's clock, in the viewer's zone, or the trading day of the days given. Undefined until the server has
 * said what time it is, so that no page opens on this device's day first; a server that does not say
 * leaves this device's clock.
 */
export function useMarketDay(days?: TradingDays): Day | undefined {
  const { isPending } = useQuery(sessionQuery);
  const now = useMarketNow();
  if (isPending) return undefined;
  return days ? tradingDayOf(now, days) : dayOf(now);
}
