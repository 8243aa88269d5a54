import { type ReactNode, useRef } from 'react';
import classes from './FilterChips.module.css';
import { useScrollToCenter } from './useScrollToCenter';

interface Props<V extends string> {
  /** Label of the filter for screen readers. */
  label: string;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  /** Smaller chips in a wide window, so that many fit in one row. */
  dense?: boolean;
}

/** Filter buttons, exactly one of which is selected. */
export function FilterChips<V extends string>({ label, options, value, onChange, dense }: Props<V>) {
  const row = useRef<HTMLFieldSetElement>(null);
  useScrollToCenter(row, '[aria-pressed="true"]', value);
  return (
    <fieldset ref={row} className={classes.chips} data-dense={dense} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon} {option.label}
        </button>
      ))}
    </fieldset>
  );
}
