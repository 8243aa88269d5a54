import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { priceHistoryQuery } from '~/api/queries';
import type { Interval, PricePoint, Timeframe } from '~/api/types';

/** Where the closes before a range come from: a longer one in the same steps. Nothing is longer than MAX. */
const BEHIND: Partial<Record<Timeframe, [longer: Timeframe, interval: Interval]>> = {
  '1D': ['1W', '5m'],
  '1W': ['1M', '1h'],
  '7D': ['1M', '1h'],
  '1M': ['1Y', '1d'],
  '3M': ['1Y', '1d'],
  YTD: ['5Y', '1d'],
  '1Y': ['5Y', '1d'],
  '5Y': ['MAX', '1d'],
};

/** The longest average and what settles slowly, such as an exponential one, need no more. */
const MOST = 400;
const STALE_MS = 60 * 60_000;

/** Of a longer history the closes before the moment at which a range begins, oldest first. */
export function closesBefore(longer: readonly PricePoint[], start: string): number[] {
  const from = Date.parse(start);
  return longer
    .filter(({ timestamp }) => Date.parse(timestamp) < from)
    .slice(-MOST)
    .map(({ price }) => price);
}

/**
 * Closes from before the shown range, so that an average is there from its first point on. Asked for only while
 * an indicator is switched on.
 */
export function useEarlierCloses(
  tickerId: number,
  timeframe: Timeframe,
  start: string | undefined,
  isWanted: boolean,
): number[] {
  const [longer, interval] = BEHIND[timeframe] ?? [];
  const { data } = useQuery({
    ...priceHistoryQuery(tickerId, longer ?? timeframe, interval),
    enabled: isWanted && longer !== undefined && tickerId > 0,
    staleTime: STALE_MS,
  });
  return useMemo(
    () => (isWanted && longer && data && start ? closesBefore(data, start) : []),
    [isWanted, longer, data, start],
  );
}
