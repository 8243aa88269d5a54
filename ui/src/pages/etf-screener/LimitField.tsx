import { useState } from 'react';
import classes from '~/components/Slider.module.css';
import { parseAmount } from '~/market/parseAmount';

interface Props {
  /** Accessible name. */
  label: string;
  /** The limit as text; '' for none. */
  text: string;
  placeholder: string;
  /** The unit after the number. */
  unit?: string;
  /** Called with a valid number, or with null for an empty field. Returns false if the number is not allowed. */
  onLimit: (limit: number | null) => boolean;
}

/** A number field next to a slider, for limits that are known exactly. */
export function LimitField({ label, text, placeholder, unit, onLimit }: Props) {
  // What was typed stays until the field is left: '0.' is not '0' yet.
  const [draft, setDraft] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  const change = (typed: string) => {
    setDraft(typed);
    const limit = typed.trim() === '' ? null : parseAmount(typed);
    const isNumber = typed.trim() === '' || limit !== null;
    setInvalid(!isNumber || !onLimit(limit));
  };
  return (
    <span className={classes.limit}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={placeholder}
        value={draft ?? text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => {
          setDraft(undefined);
          setInvalid(false);
        }}
      />
      {unit}
    </span>
  );
}
