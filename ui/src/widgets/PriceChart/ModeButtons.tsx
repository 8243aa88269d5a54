import segmented from '~/components/Segmented.module.css';
import { CHART_MODES, type ChartMode } from './useChartMode';

export const MODE_NAMES: Record<ChartMode, string> = { line: 'Line', candles: 'Candles', bars: 'Bars' };

interface Props {
  value: ChartMode;
  onChange: (mode: ChartMode) => void;
}

/** The chart type buttons, one of which is selected. */
export function ModeButtons({ value, onChange }: Props) {
  return (
    <fieldset className={segmented.track} aria-label="Chart type">
      {CHART_MODES.map((mode) => (
        <button key={mode} type="button" aria-pressed={mode === value} onClick={() => onChange(mode)}>
          {MODE_NAMES[mode]}
        </button>
      ))}
    </fieldset>
  );
}
