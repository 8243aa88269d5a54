import type { Choice } from '~/components/form/fields';
import { SelectField, TextField } from '~/components/form/fields';
import classes from './Alerts.module.css';

interface SearchProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A search field that filters rows. */
export function SearchBox({ label, value, onChange }: SearchProps) {
  return (
    <div className={classes.search}>
      <TextField type="search" aria-label={label} placeholder="Filter" value={value} onChange={onChange} />
    </div>
  );
}

interface OrderProps<V extends string> {
  choices: readonly (Choice & { value: V })[];
  value: V;
  onChange: (value: V) => void;
}

/** A select for the order of rows. */
export function OrderChoice<V extends string>({ choices, value, onChange }: OrderProps<V>) {
  return (
    <div className={classes.order}>
      <SelectField
        aria-label="Order"
        choices={choices}
        value={value}
        onChange={(next) => onChange(next as V)}
      />
    </div>
  );
}
