import { useId } from 'react';
import { providersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import field from '~/components/form/Field.module.css';
import tick from '~/components/tick.module.css';
import classes from './FilingForms.module.css';
import { FORMS } from './labels';

interface Props {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (forms: readonly string[]) => void;
}

/** The forms of an alert on filings, and a warning if this server receives no filings. */
export function FilingForms({ chosen, error, onChange }: Props) {
  const errorId = useId();
  const { data: providers = [] } = useQuery(providersQuery);
  const isOff = providers.some(({ name, state }) => name === 'sec' && state === 'disabled');
  const toggle = (form: string) =>
    onChange(chosen.includes(form) ? chosen.filter((each) => each !== form) : [...chosen, form]);
  return (
    <fieldset className={classes.forms}>
      <legend className={field.label}>Forms</legend>
      {FORMS.map(({ value, label }, at) => (
        <label key={value}>
          <input
            type="checkbox"
            className={tick.tick}
            checked={chosen.includes(value)}
            aria-invalid={error && at === 0 ? true : undefined}
            aria-describedby={error && errorId}
            onChange={() => toggle(value)}
          />
          {label}
        </label>
      ))}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      {isOff && <p className={classes.off}>SEC EDGAR is off on this server, so no filings arrive.</p>}
    </fieldset>
  );
}
