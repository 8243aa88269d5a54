import { Radio } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Person, Role } from '~/api/types';
import { errorText } from '~/api/useAction';
import { Button } from '~/components/Button';
import { TextField } from '~/components/form/fields';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { ROLE_NAMES } from '~/widgets/people';
import { PasswordField } from '../PasswordField';
import classes from './People.module.css';
import { usePeopleChanges } from './usePeopleChanges';

/** The roles that the owner can give. */
const ROLES: readonly (readonly [role: Role, text: string])[] = [
  ['member', 'Has own lists, alerts, boards and settings.'],
  ['viewer', 'Reads what others share. For a screen on the wall.'],
];

interface Props {
  /** The person to change; without it, one is added. */
  person?: Person;
  onClose: () => void;
}

/** Adds a person, or changes name, role and password. */
export function PersonDialog({ person, onClose }: Props) {
  const { add, change } = usePeopleChanges();
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? 'member');
  const [password, setPassword] = useState('');
  const [isNameless, setNameless] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const saving = person ? change : add;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const newName = name.trim();
    setNameless(!newName);
    if (!newName) return field.current?.focus();
    const options = { onSuccess: onClose };
    if (!person) return add.mutate({ name: newName, role, password: password || null }, options);
    const changes = {
      ...(newName !== person.name && { name: newName }),
      ...(role !== person.role && { role }),
      ...(password && { password }),
    };
    if (Object.keys(changes).length === 0) onClose();
    else change.mutate({ id: person.id, ...changes }, options);
  };
  return (
    <Dialog title={person ? `Edit ${person.name}` : 'Add a person'} width={30} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label="Name"
          value={name}
          maxLength={60}
          data-autofocus
          error={isNameless && 'Enter a name.'}
          onChange={setName}
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
          <div className={classes.choices}>
            {ROLES.map(([value, text]) => (
              <Radio key={value} value={value} label={ROLE_NAMES[value]} description={text} />
            ))}
          </div>
        </Radio.Group>
        <PasswordField
          label={person ? 'New password' : 'Password'}
          description={
            person
              ? 'Leave it empty to keep the password. With a new one, their browsers have to sign in again.'
              : 'At least 8 characters. The person can change it. Without one, they sign in only through a trusted proxy.'
          }
          value={password}
          onChange={setPassword}
        />
        {saving.error && (
          <p role="alert" className={classes.error}>
            {errorText(saving.error)}
          </p>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {person ? 'Save' : 'Add'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
