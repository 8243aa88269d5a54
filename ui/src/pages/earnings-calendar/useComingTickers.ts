import { tickersForItemsQuery } from '~/api/queries';
import type { EarningsEvent, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import type { Day } from '~/market/day';
import { outcomeOf } from './events';

/**
 * What the tickers of announcements cost, where all of them are still to come; undefined where one was made, beside which stands
 * what was reported.
 */
export function useComingTickers(
  events: readonly EarningsEvent[],
  today: Day,
): readonly TickerRow[] | undefined {
  const isComing = events.length > 0 && events.every((event) => outcomeOf(event, today) === 'Upcoming');
  const { data = [] } = useQuery(tickersForItemsQuery(isComing ? events : []));
  return isComing ? data : undefined;
}
