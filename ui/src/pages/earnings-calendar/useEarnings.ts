import { earningsQuery } from '~/api/queries';
import type { EarningsEvent } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useMarketDay } from '~/live/useMarketDay';
import { type Day, US_DAYS } from '~/market/day';

/** The announcements, and today's date at the exchange: announcement dates are the exchange's. */
export interface Earnings {
  events: readonly EarningsEvent[];
  today: Day;
}

/** Combines both into one query: nothing can be shown until both are known. */
export function useEarnings() {
  const { data: events, isError, refetch } = useQuery({ ...earningsQuery, refetchInterval: 5 * 60_000 });
  const today = useMarketDay(US_DAYS);
  const data: Earnings | undefined = events && today ? { events, today } : undefined;
  return { data, isPending: !data && !isError, isError, refetch };
}

export type EarningsQuery = ReturnType<typeof useEarnings>;
