import { useMemo, useState } from 'react';
import type { PricePoint, Timeframe } from '~/api/types';
import { type ComputedIndicator, IndicatorRuns, MIN_POINTS, withoutFirst } from '~/market/indicators/compute';
import type { IndicatorSetting } from '~/market/indicators/settings';
import { useEarlierCloses } from './useEarlierCloses';

const NONE: ComputedIndicator[] = [];

/** The indicators that are switched on, at the points of a range; they see the closes before it. */
export function useIndicators(
  tickerId: number,
  timeframe: Timeframe,
  settings: readonly IndicatorSetting[],
  points: readonly PricePoint[],
): ComputedIndicator[] {
  const isWanted = settings.some(({ enabled }) => enabled);
  const earlier = useEarlierCloses(tickerId, timeframe, points[0]?.timestamp, isWanted);
  const [runs] = useState(() => new IndicatorRuns());
  return useMemo(() => {
    // CHRT-04: a range of fewer points has none, whatever lies before it.
    if (points.length < MIN_POINTS) return NONE;
    const closes = [...earlier, ...points.map(({ price }) => price)];
    return withoutFirst(runs.compute(settings, closes), earlier.length);
  }, [runs, settings, earlier, points]);
}
