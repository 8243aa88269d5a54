import { useMemo } from 'react';
import { priceHistoryQuery } from '~/api/queries';
import type { Interval, PricePoint, Timeframe } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/** Which history a chart shows. */
export interface ShownHistory {
  tickerId: number;
  timeframe: Timeframe;
  /** The server's choice where it is missing. */
  interval?: Interval | undefined;
  /** Points at most. */
  most: number;
}

const STALE_MS = 60 * 60_000;

/** Of an earlier history the closes before the moment at which a range begins, oldest first. */
export function closesBefore(earlier: readonly PricePoint[], start: string): number[] {
  const from = Date.parse(start);
  return earlier.filter(({ timestamp }) => Date.parse(timestamp) < from).map(({ price }) => price);
}

/**
 * Closes from before the shown range, of bars as long as its own, so that an average is there from its first point on.
 * Asked for only while an indicator is switched on.
 */
export function useEarlierCloses(
  { tickerId, timeframe, interval, most }: ShownHistory,
  start: string | undefined,
  isWanted: boolean,
): number[] {
  const { data } = useQuery({
    ...priceHistoryQuery(tickerId, timeframe, { points: most, earlier: true, ...(interval && { interval }) }),
    // Nothing lies before all there is.
    enabled: isWanted && timeframe !== 'MAX' && tickerId > 0,
    staleTime: STALE_MS,
  });
  return useMemo(() => (isWanted && data && start ? closesBefore(data, start) : []), [isWanted, data, start]);
}
