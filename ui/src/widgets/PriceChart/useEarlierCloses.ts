import { useMemo } from 'react';
import { priceHistoryQuery } from '~/api/queries';
import type { Interval, PricePoint, Timeframe } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/** Identifies the history that a chart shows. */
export interface ShownHistory {
  tickerId: number;
  timeframe: Timeframe;
  /** Chosen by the server if missing. */
  interval?: Interval | undefined;
  /** Maximum number of points. */
  most: number;
}

const STALE_MS = 60 * 60_000;

/** The closes of an earlier history before the start of a range, oldest first. */
export function closesBefore(earlier: readonly PricePoint[], start: string): number[] {
  const from = Date.parse(start);
  return earlier.filter(({ timestamp }) => Date.parse(timestamp) < from).map(({ price }) => price);
}

/**
 * Closes before the visible range, from bars of the same length, so that a moving average starts at the first point.
 * Fetched only while an indicator is enabled.
 */
export function useEarlierCloses(
  { tickerId, timeframe, interval, most }: ShownHistory,
  start: string | undefined,
  isWanted: boolean,
): number[] {
  const { data } = useQuery({
    ...priceHistoryQuery(tickerId, timeframe, { points: most, earlier: true, ...(interval && { interval }) }),
    // MAX has no earlier data.
    enabled: isWanted && timeframe !== 'MAX' && tickerId > 0,
    staleTime: STALE_MS,
  });
  return useMemo(() => (isWanted && data && start ? closesBefore(data, start) : []), [isWanted, data, start]);
}
