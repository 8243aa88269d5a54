import { type FormEvent, useState } from 'react';
import { call } from '~/api/call';
import type { ListShare, Person, Watchlist } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { SelectField } from '~/components/form/fields';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { peopleQuery } from '~/widgets/people';
import classes from './ShareDialog.module.css';

interface Props {
  list: Watchlist;
  onClose: () => void;
}

/** Chooses who else can read or change a list. */
export default function ShareDialog({ list, onClose }: Props) {
  const query = useQuery(peopleQuery);
  return (
    <Dialog title="Share watchlist" width={30} onClose={onClose}>
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={3} height={56} />}
        errorText="Couldn't load the people."
      >
        {(people) => <Shares list={list} people={people} onClose={onClose} />}
      </QueryState>
    </Dialog>
  );
}

const EVERYBODY = { id: null, name: 'Everybody', role: null };
const NOT_SHARED = { value: '', label: 'Not shared' };
const READ = { value: 'read', label: 'Can read' };
const WRITE = { value: 'write', label: 'Can change' };

function Shares({ list, people, onClose }: Props & { people: readonly Person[] }) {
  const [shares, setShares] = useState(list.shares);
  const save = useAction({
    send: () => call('put', '/api/watchlists/{id}/shares', { path: { id: list.id }, payload: { shares } }),
    refresh: [['watchlists']],
    done: () => [
      'Watchlist shared',
      shares.length > 0 ? 'Others see the list under your name.' : 'Only you see the list.',
    ],
    failed: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: onClose });
  };
  const share = (personId: ListShare['personId'], access: string) => {
    const others = shares.filter((each) => each.personId !== personId);
    setShares(access === '' ? others : [...others, { personId, mayWrite: access === 'write' }]);
  };
  const others = people.filter(({ isOwn, origin }) => !isOwn && origin !== 'removed');
  return (
    <form onSubmit={submit}>
      <p className={classes.intro}>
        Notes and holdings in "{list.name}" are shared with it. A choice for everybody includes people who are
        added later.
      </p>
      <ul className={classes.people} aria-label="People">
        {[EVERYBODY, ...others].map(({ id, name, role }) => {
          const current = shares.find(({ personId }) => personId === id);
          return (
            <li key={id}>
              <span>{name}</span>
              <SelectField
                aria-label={name}
                choices={role === 'viewer' ? [NOT_SHARED, READ] : [NOT_SHARED, READ, WRITE]}
                value={current === undefined ? '' : current.mayWrite ? 'write' : 'read'}
                onChange={(access) => share(id, access)}
              />
            </li>
          );
        })}
      </ul>
      {save.error && (
        <p role="alert" className={classes.error}>
          {errorText(save.error)}
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </DialogButtons>
    </form>
  );
}
