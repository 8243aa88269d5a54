import { useId } from 'react';
import classes from './AlertForm.module.css';

interface Props {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  hint?: string | undefined;
  onChange: (value: string) => void;
}

/** One of a few choices, by the browser's own list. */
export function SelectField({ label, choices, value, hint, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
