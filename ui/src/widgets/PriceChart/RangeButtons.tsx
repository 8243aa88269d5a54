import type { Timeframe } from '~/api/types';
import segmented from '~/components/Segmented.module.css';
import classes from './PriceChart.module.css';

/** A range and what its button says. */
export interface ChartRange {
  value: Timeframe;
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
      {ranges.map((range) => (
        <button
          key={range.value}
          type="button"
          aria-pressed={range.value === value}
          onClick={() => onChange(range.value)}
        >
          {range.label}
        </button>
      ))}
    </fieldset>
  );
}
