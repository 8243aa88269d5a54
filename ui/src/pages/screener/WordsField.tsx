import { Checkbox } from '@mantine/core';
import classes from './ScreenerPage.module.css';

interface Props {
  label: string;
  /** The values of the universe. */
  values: readonly string[];
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}

/** A criterion on a word: collapsible checkboxes; none selected means any. */
export function WordsField({ label, values, selected, onChange }: Props) {
  // A selected value may be missing in another universe.
  const words = [...new Set([...values, ...selected])].sort((a, b) => a.localeCompare(b, 'en'));
  if (words.length === 0) return null;
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((each) => each !== value) : [...selected, value]);
  return (
    <details className={classes.words} open={selected.length > 0 || undefined}>
      <summary>
        {label}
        {selected.length > 0 && <span className="num"> ({selected.length})</span>}
      </summary>
      <fieldset>
        <legend className="visually-hidden">{label}</legend>
        {words.map((value) => (
          <Checkbox
            key={value}
            label={value}
            checked={selected.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </fieldset>
    </details>
  );
}
