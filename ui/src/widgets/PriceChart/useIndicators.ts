import { useEffect, useMemo, useState } from 'react';
import type { PricePoint } from '~/api/types';
import type { IndicatorRuns } from '~/market/indicators/compute';
import { type ComputedIndicator, MIN_POINTS, withoutFirst } from '~/market/indicators/result';
import type { settingsOfText } from '~/market/indicators/settingsText';
import { countIndicators } from '~/market/indicators/types';
import { toast } from '~/state/toasts';
import { type ShownHistory, useEarlierCloses } from './useEarlierCloses';

interface IndicatorCode {
  runs: IndicatorRuns;
  settingsOfText: typeof settingsOfText;
}

const NO_INDICATORS: ComputedIndicator[] = [];

/** The indicators of a text such as 'sma-50,rsi' at the points of a range, computed with the closes before it. */
export function useIndicators(
  shown: ShownHistory,
  text: string,
  points: readonly PricePoint[],
): ComputedIndicator[] {
  const isWanted = countIndicators(text) > 0;
  const earlier = useEarlierCloses(shown, points[0]?.timestamp, isWanted);
  const code = useIndicatorCode(isWanted);
  return useMemo(() => {
    // CHRT-04: a range with fewer points has no indicators, whatever comes before it.
    if (!isWanted || !code || points.length < MIN_POINTS) return NO_INDICATORS;
    const closes = [...earlier, ...points.map(({ price }) => price)];
    return withoutFirst(code.runs.compute(code.settingsOfText(text), closes), earlier.length);
  }, [isWanted, code, text, earlier, points]);
}

/** The indicator code; all indicators are off initially, so it is loaded when the first one is enabled. */
function useIndicatorCode(isWanted: boolean): IndicatorCode | undefined {
  const [code, setCode] = useState<IndicatorCode>();
  useEffect(() => {
    if (!isWanted || code) return;
    import('./lazyDrawings').then(
      ({ IndicatorRuns, settingsOfText }) => setCode({ runs: new IndicatorRuns(), settingsOfText }),
      () => toast('Error', "Couldn't load the indicators. Try again.", 'destructive'),
    );
  }, [isWanted, code]);
  return code;
}
