import { useMarketDay } from '~/live/useMarketDay';
import { formatWeekdayName, type TradingDays, tradingDayOf } from '~/market/day';

/** 'today', or the weekday of the exchange's session: on a Sunday that is Friday. Without a session, 'today'. */
export function useDayName(sessionStart: string | undefined, days: TradingDays): string {
  const today = useMarketDay(days);
  const day = sessionStart && tradingDayOf(sessionStart, days);
  return !day || day === (today ?? day) ? 'today' : formatWeekdayName(day);
}
