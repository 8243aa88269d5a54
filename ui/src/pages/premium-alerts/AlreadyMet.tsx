import { useId } from 'react';
import type { Ticker } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import { formatRate } from '~/market/format';
import classes from './AlertForm.module.css';
import { type Draft, percentPastTarget } from './draft';

interface Props {
  draft: Draft;
  ticker: Ticker;
  onChange: (change: Partial<Draft>) => void;
}

/**
 * Warns before submitting that the condition is already true: by default the alert would not fire now and could seem
 * broken.
 */
export function AlreadyMet({ draft, ticker, onChange }: Props) {
  const id = useId();
  const percent = percentPastTarget(draft, useQuote(ticker));
  if (percent === null) return null;
  const comes = draft.condition === 'above' ? 'rises above' : 'falls below';
  const choices = [
    {
      value: 'wait_for_crossing',
      label: `Wait until the ${draft.type} of ${ticker.symbol} moves back and ${comes} this again`,
    },
    { value: 'tell_now', label: 'Notify me now' },
  ];
  return (
    <fieldset className={classes.met} aria-labelledby={id}>
      <p id={id} role="status">
        Already true now, by {formatRate(percent)}
      </p>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={id}
            checked={draft.whenMet === value}
            onChange={() => onChange({ whenMet: value })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
