import type { Timeframe } from '~/api/types';
import segmented from '~/components/Segmented.module.css';
import classes from './PriceChart.module.css';

/** A range and what its button says. */
export interface ChartRange {
  timeframe: Timeframe;
  label: string;
}

interface Props {
  ranges: readonly ChartRange[];
  value: Timeframe;
  onChange: (range: Timeframe) => void;
}

/** CHRT-01: the ranges, of which one is highlighted. */
export function RangeButtons({ ranges, value, onChange }: Props) {
  return (
    <fieldset className={`${segmented.track} ${classes.ranges}`} aria-label="Chart range">
      {ranges.map(({ timeframe, label }) => (
        <button
          key={timeframe}
          type="button"
          aria-pressed={timeframe === value}
          onClick={() => onChange(timeframe)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
