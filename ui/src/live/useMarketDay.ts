import { sessionQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { type Day, dayOf, type TradingDays, tradingDayOf } from '~/market/day';
import { useMarketNow } from './useMarketNow';

/**
 * Returns today by the server's clock in the user's time zone, or the trading day of `days`. Undefined until the server's time
 * is known, so that a page does not show the device's day first. The device's clock is used if the server sends no time.
 */
export function useMarketDay(days?: TradingDays): Day | undefined {
  const { isPending } = useQuery(sessionQuery);
  const now = useMarketNow();
  if (isPending) return undefined;
  return days ? tradingDayOf(now, days) : dayOf(now);
}
