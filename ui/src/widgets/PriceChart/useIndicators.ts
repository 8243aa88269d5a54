import { useEffect, useMemo, useState } from 'react';
import type { PricePoint } from '~/api/types';
import type { IndicatorRuns } from '~/market/indicators/compute';
import { type ComputedIndicator, MIN_POINTS, withoutFirst } from '~/market/indicators/result';
import type { IndicatorSetting } from '~/market/indicators/settings';
import { toast } from '~/state/toasts';
import { type ShownHistory, useEarlierCloses } from './useEarlierCloses';

const NO_INDICATORS: ComputedIndicator[] = [];

/** The enabled indicators at the points of a range, computed with the closes before it. */
export function useIndicators(
  shown: ShownHistory,
  settings: readonly IndicatorSetting[],
  points: readonly PricePoint[],
): ComputedIndicator[] {
  const isWanted = settings.some(({ enabled }) => enabled);
  const earlier = useEarlierCloses(shown, points[0]?.timestamp, isWanted);
  const runs = useIndicatorRuns(isWanted);
  return useMemo(() => {
    // CHRT-04: a range with fewer points has no indicators, whatever comes before it.
    if (!runs || points.length < MIN_POINTS) return NO_INDICATORS;
    const closes = [...earlier, ...points.map(({ price }) => price)];
    return withoutFirst(runs.compute(settings, closes), earlier.length);
  }, [runs, settings, earlier, points]);
}

/** The indicator code; all indicators are off initially, so it is loaded when the first one is enabled. */
function useIndicatorRuns(isWanted: boolean): IndicatorRuns | undefined {
  const [runs, setRuns] = useState<IndicatorRuns>();
  useEffect(() => {
    if (!isWanted || runs) return;
    import('./lazyDrawings').then(
      ({ IndicatorRuns }) => setRuns(new IndicatorRuns()),
      () => toast('Error', "Couldn't load the indicators. Try again.", 'destructive'),
    );
  }, [isWanted, runs]);
  return runs;
}
