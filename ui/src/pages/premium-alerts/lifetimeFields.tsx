import { useId } from 'react';
import field from '~/components/form/Field.module.css';
import { TextField } from '~/components/form/fields';
import classes from './lifetimeFields.module.css';

/** Maximum note length accepted by the server. */
const MAX_NOTE_LENGTH = 500;

interface EndProps {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** The end time of an alert. */
export const EndField = ({ value, error, onChange }: EndProps) => (
  <TextField
    type="datetime-local"
    label="Active until"
    description="Leave empty to watch indefinitely. You get one notice when it ends."
    value={value}
    error={error}
    onChange={onChange}
  />
);

interface NoteProps {
  value: string;
  onChange: (value: string) => void;
}

/** A user's note on an alert. */
export function NoteField({ value, onChange }: NoteProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={field.label}>
        Note
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        className={classes.note}
        placeholder="Added to every message from this alert"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
