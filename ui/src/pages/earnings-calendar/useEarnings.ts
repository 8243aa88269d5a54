import { earningsQuery } from '~/api/queries';
import type { EarningsEvent } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useMarketDay } from '~/live/useMarketDay';
import { type Day, US_DAYS } from '~/market/day';

/** The reports, and today's date at the exchange, because report dates are in the exchange's time zone. */
export interface Earnings {
  events: readonly EarningsEvent[];
  today: Day;
}

/** Combines the reports and the date into one query, because nothing can be shown until both are loaded. */
export function useEarnings() {
  const { data: events, isError, refetch } = useQuery({ ...earningsQuery, refetchInterval: 5 * 60_000 });
  const today = useMarketDay(US_DAYS);
  const data: Earnings | undefined = events && today ? { events, today } : undefined;
  return { data, isPending: !data && !isError, isError, refetch };
}

export type EarningsQuery = ReturnType<typeof useEarnings>;
