import type { Timeframe } from '~/api/types';
import classes from './PriceChart.module.css';

interface Props {
  ranges: readonly Timeframe[];
  value: Timeframe;
  onChange: (range: Timeframe) => void;
}

/** CHRT-01: the ranges, of which one is highlighted. */
export function RangeButtons({ ranges, value, onChange }: Props) {
  return (
    <fieldset className={classes.ranges} aria-label="Chart range">
      {ranges.map((range) => (
        <button
          key={range}
          type="button"
          className={classes.range}
          aria-pressed={range === value}
          onClick={() => onChange(range)}
        >
          {range}
        </button>
      ))}
    </fieldset>
  );
}
