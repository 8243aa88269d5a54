import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Watchlist } from '~/api/types';
import { Button } from '~/components/Button';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { toast } from '~/state/toasts';
import { useListChanges } from './useWatchlistChanges';

interface Props {
  /** The list to rename; without it, a list is created. */
  list?: Watchlist;
  onClose: () => void;
  onCreated?: (list: Watchlist) => void;
}

/** WTCH-01, WTCH-02: creates or renames a list. */
export function NameDialog({ list, onClose, onCreated }: Props) {
  const { create, rename } = useListChanges();
  const [name, setName] = useState(list?.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const newName = name.trim();
    if (!newName) {
      toast('Error', 'Please enter a name for your watchlist.', 'destructive');
      return;
    }
    if (list) rename.mutate({ list, name: newName }, { onSuccess: onClose });
    else
      create.mutate(newName, {
        onSuccess: (made) => {
          onCreated?.(made);
          onClose();
        },
      });
  };
  const pending = create.isPending || rename.isPending;
  return (
    <Dialog title={list ? 'Rename Watchlist' : 'Create New Watchlist'} width={26} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          value={name}
          maxLength={80}
          data-autofocus
          autoComplete="off"
          placeholder="Dividend payers"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={pending}>
            {list ? (pending ? 'Renaming...' : 'Rename') : pending ? 'Creating...' : 'Create'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
