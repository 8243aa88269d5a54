import { tickersForItemsQuery } from '~/api/queries';
import type { EarningsEvent, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import type { Day } from '~/market/day';
import { outcomeOf } from './events';

/**
 * Tickers with current prices if all reports are upcoming; undefined if one is already reported, because the
 * columns then show results.
 */
export function useUpcomingTickers(
  events: readonly EarningsEvent[],
  today: Day,
): readonly TickerRow[] | undefined {
  const isUpcoming = events.length > 0 && events.every((event) => outcomeOf(event, today) === 'Upcoming');
  const { data = [] } = useQuery(tickersForItemsQuery(isUpcoming ? events : []));
  return isUpcoming ? data : undefined;
}
