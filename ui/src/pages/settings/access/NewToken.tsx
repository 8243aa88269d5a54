import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NewAccessToken } from '~/api/types';
import { Button } from '~/components/Button';
import { TextField } from '~/components/form/fields';
import { ViewSwitch } from '~/components/ViewSwitch';
import { CopyText } from '~/widgets/CopyText';
import classes from './Access.module.css';
import { SCOPES } from './scopes';
import { useAccessChanges } from './useAccess';

type Scope = NewAccessToken['scope'];
const CHOICES = (['read', 'write'] as const).map((value) => ({ value, label: SCOPES[value] }));

/** The form for a new token; afterwards shows its secret once. */
export function NewToken({ id, onDone }: { id: string; onDone: () => void }) {
  const { create } = useAccessChanges();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [isNameless, setNameless] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const doneButton = useRef<HTMLButtonElement>(null);
  const created = create.data;
  // Focuses the next control.
  useEffect(() => (created ? doneButton.current : field.current)?.focus(), [created]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setNameless(!name.trim());
    if (name.trim()) create.mutate({ name, scope });
    else field.current?.focus();
  };
  if (created) {
    return (
      <section className={classes.form} aria-label={`Token ${created.name}`}>
        <p role="status">Copy the token {created.name} now. It won't be shown again.</p>
        <CopyText text={created.secret} what="token" of={created.name} />
        <Button ref={doneButton} variant="default" onClick={onDone}>
          Done
        </Button>
      </section>
    );
  }
  return (
    <form className={classes.form} id={id} onSubmit={submit} noValidate aria-label="Create a token">
      <TextField
        ref={field}
        label="Name"
        placeholder="Home Assistant"
        maxLength={80}
        value={name}
        onChange={setName}
        error={isNameless && 'Enter a name for the token.'}
      />
      <ViewSwitch label="Permissions" views={CHOICES} value={scope} onChange={setScope} />
      <p>
        {scope === 'read'
          ? 'Can read prices, lists and alerts, including live prices.'
          : 'Can also change lists, alerts, boards and settings, and download backups.'}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
