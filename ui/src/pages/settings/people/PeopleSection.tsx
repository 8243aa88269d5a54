import { useState } from 'react';
import { configQuery } from '~/api/queries';
import type { Person } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { paths } from '~/paths';
import { peopleQuery } from '~/widgets/people';
import { WriteButton } from '~/widgets/WriteButton';
import access from '../access/Access.module.css';
import channels from '../channels/Channels.module.css';
import { PersonDialog } from './PersonDialog';
import { PersonRow } from './PersonRow';
import { RemoveDialog } from './RemoveDialog';

type Opened = { dialog: 'add' } | { dialog: 'edit' | 'remove'; person: Person };

/** The people who use this server: added, changed and removed by the owner. */
export default function PeopleSection() {
  const { data: config } = useQuery(configQuery);
  const query = useQuery(peopleQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <div className={channels.section}>
      <div className={channels.head}>
        <h2>People</h2>
        <p>Each has their own lists, alerts, boards and settings. Everyone sees the same market.</p>
        {config?.asksPassword && (
          <WriteButton onClick={() => setOpened({ dialog: 'add' })}>Add a person</WriteButton>
        )}
      </div>
      {config?.asksPassword === false ? (
        <Panel label="People">
          <p>
            People sign in with passwords. <Link to={paths.serverSettings}>Set your own password</Link> first,
            then add others here.
          </p>
        </Panel>
      ) : (
        <QueryState
          query={query}
          skeleton={
            <Panel label="People">
              <RowSkeletons rows={3} height={60} />
            </Panel>
          }
          errorText="Couldn't load the people."
        >
          {(people) => (
            <Panel label="People">
              <ul className={access.list} aria-label="People">
                {people.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    onEdit={() => setOpened({ dialog: 'edit', person })}
                    onRemove={() => setOpened({ dialog: 'remove', person })}
                  />
                ))}
              </ul>
            </Panel>
          )}
        </QueryState>
      )}
      {opened?.dialog === 'add' && <PersonDialog onClose={close} />}
      {opened?.dialog === 'edit' && <PersonDialog person={opened.person} onClose={close} />}
      {opened?.dialog === 'remove' && <RemoveDialog person={opened.person} onClose={close} />}
    </div>
  );
}
