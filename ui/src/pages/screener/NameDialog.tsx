import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SavedScreen } from '~/api/types';
import { errorText } from '~/api/useAction';
import { Button } from '~/components/Button';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { useScreenChanges } from './useScreenChanges';

interface Props {
  /** The screen to rename; without it, `query` is saved as a new one. */
  screen?: SavedScreen | undefined;
  query: string;
  onClose: () => void;
  onSaved: (screen: SavedScreen) => void;
}

/** Saves or renames a screen. */
export default function NameDialog({ screen, query, onClose, onSaved }: Props) {
  const { create, change } = useScreenChanges();
  const [name, setName] = useState(screen?.name ?? '');
  const error = create.error ?? change.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = (saved: SavedScreen) => {
      onSaved(saved);
      onClose();
    };
    if (screen) change.mutate({ id: screen.id, name: name.trim() }, { onSuccess });
    else create.mutate({ name: name.trim(), query }, { onSuccess });
  };
  return (
    <Dialog title={screen ? 'Rename Screen' : 'Save Screen'} width={26} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          value={name}
          maxLength={80}
          required
          data-autofocus
          autoComplete="off"
          placeholder="Cheap and growing"
          error={error && errorText(error)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={create.isPending || change.isPending || !name.trim()}>
            {screen ? 'Rename' : 'Save'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
