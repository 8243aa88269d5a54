import { useId, useState } from 'react';
import { useDebouncedUrlParam } from '~/hooks/useDebouncedUrlParam';
import { type Limits, limitsOf, type NumberCriterion, rangeOf } from './criteria';
import classes from './ScreenerPage.module.css';

/** A criterion on a number: two fields with inclusive limits, which may be empty. */
export function RangeField({ criterion }: { criterion: NumberCriterion }) {
  const { name, label, unit, scale } = criterion;
  const [range, setRange] = useDebouncedUrlParam(name);
  const [draft, setDraft] = useState<Limits>();
  const id = useId();
  const shown = draft ?? limitsOf(range, scale);
  const isInvalid = rangeOf(shown, scale) === null;
  const change = (part: Partial<Limits>) => {
    const next = { ...shown, ...part };
    setDraft(next);
    const typed = rangeOf(next, scale);
    if (typed !== null) setRange(typed);
  };
  const field = (part: keyof Limits, text: string) => (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={`${label}: ${text}`}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? id : undefined}
      placeholder={text}
      value={shown[part]}
      onChange={(event) => change({ [part]: event.currentTarget.value })}
    />
  );
  return (
    // What was typed stays while the fields have the focus or are invalid: '1.' is not '1' yet.
    <fieldset className={classes.range} onBlur={() => !isInvalid && setDraft(undefined)}>
      <legend>
        {label} <span>{unit}</span>
      </legend>
      {field('min', 'min')}
      <span aria-hidden="true">to</span>
      {field('max', 'max')}
      {isInvalid && (
        <p id={id} className={classes.invalid}>
          Enter numbers, the smaller one first.
        </p>
      )}
    </fieldset>
  );
}
