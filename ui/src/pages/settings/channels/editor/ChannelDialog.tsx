import { useState } from 'react';
import { call } from '~/api/call';
import { useQuery } from '~/api/useQuery';
import { FilterChips } from '~/components/FilterChips';
import { Dialog } from '~/components/layer/Dialog';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { ChannelForm } from './ChannelForm';
import { draftOf, emptyDraft, templateOf } from './draft';
import classes from './Editor.module.css';
import { type ChannelTemplate, TEMPLATES } from './templates';

interface Props {
  /** The channel to change; null for a new one. */
  name: string | null;
  /** The initial template of a new channel. */
  first: string;
  /** Names already in use. */
  taken: readonly string[];
  onClose: () => void;
}

/** The dialog that adds or changes a channel. */
export default function ChannelDialog({ name, first, taken, onClose }: Props) {
  return (
    <Dialog title={name === null ? 'Add channel' : `Edit ${name}`} width={44} onClose={onClose}>
      {name === null ? (
        <NewChannel first={first} taken={taken} onDone={onClose} />
      ) : (
        <KnownChannel name={name} onDone={onClose} />
      )}
    </Dialog>
  );
}

function NewChannel({
  first,
  taken,
  onDone,
}: {
  first: string;
  taken: readonly string[];
  onDone: () => void;
}) {
  const [value, setValue] = useState(first);
  const template = TEMPLATES.find((each) => each.value === value) ?? (TEMPLATES[0] as ChannelTemplate);
  return (
    <>
      <FilterChips label="Kind of channel" options={TEMPLATES} value={template.value} onChange={setValue} />
      <p className={classes.note}>
        Programs can only be set up in the configuration file, never from a page.
      </p>
      <ChannelForm
        key={template.value}
        template={template}
        draft={emptyDraft(template, taken)}
        onDone={onDone}
      />
    </>
  );
}

function KnownChannel({ name, onDone }: { name: string; onDone: () => void }) {
  const query = useQuery({
    queryKey: ['alert-channel', name],
    queryFn: ({ signal }) => call('get', '/api/alert-channels/{name}', { path: { name }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryState
      query={query}
      skeleton={<RowSkeletons rows={5} height={68} />}
      errorText="Couldn't load the channel."
    >
      {(known) => (
        <ChannelForm
          template={templateOf(known.settings)}
          draft={draftOf(known.settings)}
          known={known}
          onDone={onDone}
        />
      )}
    </QueryState>
  );
}
