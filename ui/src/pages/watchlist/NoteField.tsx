import type { WatchlistEntry } from '~/api/types';
import { EditInPlace } from '~/components/form/EditInPlace';
import { Icon } from '~/components/Icon';
import { useReadOnly } from '~/widgets/useReadOnly';
import { useEntryChanges } from './useWatchlistChanges';
import classes from './WatchTable.module.css';

/** A note edited in place. */
export function NoteField({ listId, entry }: { listId: number; entry: WatchlistEntry }) {
  const readOnly = useReadOnly();
  const { note } = useEntryChanges(listId);
  const { symbol } = entry;
  if (readOnly) return entry.note && <span className={classes.note}>{entry.note}</span>;
  return (
    <EditInPlace
      text={entry.note}
      label={entry.note ? `Edit the note on ${symbol}: ${entry.note}` : `Add a note on ${symbol}`}
      fieldLabel={`Note on ${symbol}`}
      isEmpty={!entry.note}
      maxLength={500}
      className={classes.note}
      onSave={(text) => {
        note.mutate({ entry, note: text });
        return undefined;
      }}
    >
      {(note.isPending ? note.variables.note : entry.note) || (
        <span title="Add a note">
          <Icon name="edit" size={14} />
        </span>
      )}
    </EditInPlace>
  );
}
