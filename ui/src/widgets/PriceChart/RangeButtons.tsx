import { useLayoutEffect, useRef } from 'react';
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

/** CHRT-01: the ranges, of which one is highlighted. Where they do not all fit they scroll, and the chosen one is in view. */
export function RangeButtons({ ranges, value, onChange }: Props) {
  const track = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is when to look where it stands.
  useLayoutEffect(() => {
    const box = track.current;
    const chosen = box?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (box && chosen) box.scrollLeft = chosen.offsetLeft - (box.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
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
