import { useRef } from 'react';
import type { Timeframe } from '~/api/types';
import segmented from '~/components/Segmented.module.css';
import { useScrollToCenter } from '~/components/useScrollToCenter';
import classes from './PriceChart.module.css';

/** A range and its button label. */
export interface ChartRange {
  value: Timeframe;
  label: string;
}

interface Props {
  ranges: readonly ChartRange[];
  value: Timeframe;
  onChange: (range: Timeframe) => void;
}

/** CHRT-01: the ranges, one of which is selected. If they don't fit they scroll, with the selected one in view. */
export function RangeButtons({ ranges, value, onChange }: Props) {
  const track = useRef<HTMLFieldSetElement>(null);
  useScrollToCenter(track, '[aria-pressed="true"]', value);
  return (
    <fieldset ref={track} className={`${segmented.track} ${classes.ranges}`} aria-label="Chart range">
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
