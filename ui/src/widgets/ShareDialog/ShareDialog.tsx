import { type FormEvent, useState } from 'react';
import type { Person, PersonShare } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { SelectField } from '~/components/form/fields';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { peopleQuery } from '../people';
import classes from './ShareDialog.module.css';

interface Props {
  kind: 'watchlist' | 'board';
  /** What is shared along with it, in one or two sentences. */
  intro: string;
  shares: readonly PersonShare[];
  /** Sends the new permissions. */
  save: (shares: PersonShare[]) => Promise<unknown>;
  /** Key of the queries that `save` changes. */
  queryKey: readonly string[];
  onClose: () => void;
}

/** Chooses who else can read or change a watchlist or a board. */
export default function ShareDialog(props: Props) {
  const query = useQuery(peopleQuery);
  return (
    <Dialog title={`Share ${props.kind}`} width={30} onClose={props.onClose}>
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={3} height={56} />}
        errorText="Couldn't load the people."
      >
        {(people) => <Shares {...props} people={people} />}
      </QueryState>
    </Dialog>
  );
}

const EVERYBODY = { id: null, name: 'Everybody', role: null };
const NOT_SHARED = { value: '', label: 'Not shared' };
const READ = { value: 'read', label: 'Can read' };
const WRITE = { value: 'write', label: 'Can change' };

function Shares({
  kind,
  intro,
  shares: initial,
  save,
  queryKey,
  onClose,
  people,
}: Props & { people: readonly Person[] }) {
  const [shares, setShares] = useState(initial);
  const saving = useAction({
    send: () => save([...shares]),
    refresh: [queryKey],
    done: () => [
      kind === 'board' ? 'Board shared' : 'Watchlist shared',
      shares.length > 0
        ? `Others see the ${nounOf(kind)} under your name.`
        : `Only you see the ${nounOf(kind)}.`,
    ],
    failed: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(undefined, { onSuccess: onClose });
  };
  const share = (personId: PersonShare['personId'], access: string) => {
    const others = shares.filter((each) => each.personId !== personId);
    setShares(access === '' ? others : [...others, { personId, mayWrite: access === 'write' }]);
  };
  const others = people.filter(({ isOwn, origin }) => !isOwn && origin !== 'removed');
  return (
    <form onSubmit={submit}>
      <p className={classes.intro}>{intro} A choice for everybody includes people who are added later.</p>
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
          Save
        </Button>
      </DialogButtons>
    </form>
  );
}

const nounOf = (kind: Props['kind']): string => (kind === 'board' ? 'board' : 'list');
