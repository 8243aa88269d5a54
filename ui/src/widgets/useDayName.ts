import { useMemo } from 'react';
import { useMarketDay } from '~/live/useMarketDay';
import { dayOf, EXCHANGE_ZONE, formatWeekdayName } from '~/market/day';

/** 'today', or the weekday of a session of the exchange: on a Sunday that is Friday. Without one, 'today'. */
export function useDayName(sessionStart: string | undefined): string {
  const today = useMarketDay(EXCHANGE_ZONE);
  const day = useMemo(() => sessionStart && dayOf(sessionStart, EXCHANGE_ZONE), [sessionStart]);
  return !day || day === (today ?? day) ? 'today' : formatWeekdayName(day);
}
