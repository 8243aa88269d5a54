import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '~/api/useAction';
import { Button } from '~/components/Button';
import { TextField } from '~/components/form/fields';
import { browserName } from '../channels/browserPush';
import classes from './Access.module.css';
import { usePasskeyChanges } from './usePasskeyChanges';

/** The form for a new passkey. The browser then asks where to create it. */
export function NewPasskey({ onDone }: { onDone: () => void }) {
  const { add } = usePasskeyChanges();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) add.mutate(name.trim(), { onSuccess: onDone });
    else field.current?.focus();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Add a passkey">
      <TextField
        ref={field}
        label="Name"
        description="So that you recognize it in this list."
        placeholder="iPhone"
        maxLength={60}
        value={name}
        onChange={setName}
        error={!name.trim() && 'Enter a name for the passkey.'}
      />
      {add.error && (
        <p role="alert" className={classes.error}>
          {errorText(add.error)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending}>
          Create passkey
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
