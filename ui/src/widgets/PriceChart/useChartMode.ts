import { useUrlText } from '~/hooks/useUrlChoice';
import { useRememberedChoice } from './useRememberedChoice';

/** The chart type. */
export type ChartMode = 'line' | 'candles' | 'bars';

export const CHART_MODES: readonly [ChartMode, ...ChartMode[]] = ['line', 'candles', 'bars'];

/** The chart type in the URL, else the last one chosen in this browser, else the specified line. */
export function useChartMode(): [ChartMode, (next: ChartMode) => void] {
  const [remembered, remember] = useRememberedChoice('chart-mode', CHART_MODES);
  const [named, name] = useUrlText('mode');
  const mode = CHART_MODES.find((choice) => choice === named) ?? remembered;
  const choose = (next: ChartMode) => {
    remember(next);
    name(next === 'line' ? '' : next);
  };
  return [mode, choose];
}
