import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '~/api/types';
import { errorText } from '~/api/useAction';
import { Button } from '~/components/Button';
import confirm from '~/components/layer/Confirm.module.css';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import classes from './People.module.css';
import { type Fate, usePeopleChanges } from './usePeopleChanges';

/** Asks what becomes of the lists of a person, and removes the person. */
export function RemoveDialog({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const { remove } = usePeopleChanges();
  const [lists, setLists] = useState<Fate>('move');
  return (
    <Dialog title={`Remove ${name}`} width={28} placement="small" onClose={onClose}>
      <div className={classes.form}>
        <p className={confirm.text}>
          {name} will no longer be able to sign in. Their alerts, boards, settings and tokens are deleted.
          This can't be undone.
        </p>
        <Radio.Group
          label="Their watchlists, with notes and holdings"
          value={lists}
          onChange={(value) => setLists(value as Fate)}
        >
          <div className={classes.choices}>
            <Radio value="move" label="Move to me" />
            <Radio value="delete" label="Delete" />
          </div>
        </Radio.Group>
        {remove.error && (
          <p role="alert" className={classes.error}>
            {errorText(remove.error)}
          </p>
        )}
        <DialogButtons>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            className={confirm.action}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id, lists }, { onSuccess: onClose })}
          >
            Remove
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
