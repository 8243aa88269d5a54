import { useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { useReadOnly } from '~/widgets/useReadOnly';
import { useEntryChanges } from './useWatchlistChanges';
import classes from './WatchTable.module.css';

/** A person's own words on a ticker, written in place: Enter or leaving keeps them, Escape does not. */
export function NoteField({ listId, entry }: { listId: number; entry: WatchlistEntry }) {
  const readOnly = useReadOnly();
  const { note } = useEntryChanges(listId);
  const [text, setText] = useState<string | null>(null);
  const { symbol, watchlistItemId: itemId } = entry;
  if (readOnly) return entry.note && <span className={classes.note}>{entry.note}</span>;
  if (text === null) {
    return (
      <button
        type="button"
        className={classes.note}
        data-empty={!entry.note || undefined}
        aria-label={entry.note ? `Edit the note on ${symbol}: ${entry.note}` : `Add a note on ${symbol}`}
        onClick={() => setText(entry.note)}
      >
        {note.isPending ? note.variables.note : entry.note || 'Add a note'}
      </button>
    );
  }
  const keep = () => {
    if (text.trim() !== entry.note) note.mutate({ itemId, note: text.trim() });
    setText(null);
  };
  return (
    <input
      className={classes.edit}
      aria-label={`Note on ${symbol}`}
      value={text}
      maxLength={500}
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
      autoFocus
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setText(null);
      }}
    />
  );
}
