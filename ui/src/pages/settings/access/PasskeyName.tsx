import { type FormEvent, useState } from 'react';
import type { Passkey } from '~/api/types';
import { errorText } from '~/api/useAction';
import { Button } from '~/components/Button';
import { TextField } from '~/components/form/fields';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { usePasskeyChanges } from './usePasskeyChanges';

/** Renames a passkey. */
export function PasskeyName({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { rename } = usePasskeyChanges();
  const [name, setName] = useState(passkey.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: passkey.id, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Rename passkey" width={26} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          maxLength={60}
          data-autofocus
          error={rename.error && errorText(rename.error)}
          onChange={setName}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={rename.isPending || !name.trim()}>
            Rename
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
