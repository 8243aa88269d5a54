import { useEffect, useState } from 'react';
import type { drawCandlesOrBars } from '~/chart/candles';
import { toast } from '~/state/toasts';
import type { ChartMode } from './useChartMode';

type PriceBars = typeof drawCandlesOrBars;

/** The code that draws candles and bars; the line is the default, so it is loaded for another chart type. */
export function usePriceBars(mode: ChartMode): PriceBars | undefined {
  const [bars, setBars] = useState<{ draw: PriceBars }>();
  const isWanted = mode !== 'line';
  useEffect(() => {
    if (!isWanted || bars) return;
    import('./lazyDrawings').then(
      ({ drawCandlesOrBars }) => setBars({ draw: drawCandlesOrBars }),
      () => toast('Error', "Couldn't load candles and bars. Try again.", 'destructive'),
    );
  }, [isWanted, bars]);
  return isWanted ? bars?.draw : undefined;
}
