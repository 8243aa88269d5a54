import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { useReadOnly } from '~/widgets/useReadOnly';
import { useEntryChanges } from './useWatchlistChanges';
import classes from './WatchTable.module.css';

/** A person's own words on a ticker, written in place: Enter or leaving keeps them, Escape does not. */
export function NoteField({ listId, entry }: { listId: number; entry: WatchlistEntry }) {
  const readOnly = useReadOnly();
  const { note } = useEntryChanges(listId);
  const [text, setText] = useState<string | null>(null);
  /** What stood there when the field was opened: another device may change it meanwhile. */
  const opened = useRef('');
  const button = useRef<HTMLButtonElement>(null);
  /** By a key, the field gives the focus back to the button that takes its place; a click has gone elsewhere. */
  const closedByKey = useRef(false);
  useEffect(() => {
    if (text !== null || !closedByKey.current) return;
    closedByKey.current = false;
    button.current?.focus();
  }, [text]);
  const { symbol, watchlistItemId: itemId } = entry;
  if (readOnly) return entry.note && <span className={classes.note}>{entry.note}</span>;
  if (text === null) {
    return (
      <button
        ref={button}
        type="button"
        className={classes.note}
        data-empty={!entry.note || undefined}
        aria-label={entry.note ? `Edit the note on ${symbol}: ${entry.note}` : `Add a note on ${symbol}`}
        onClick={() => {
          opened.current = entry.note;
          setText(entry.note);
        }}
      >
        {note.isPending ? note.variables.note : entry.note || 'Add a note'}
      </button>
    );
  }
  const keep = () => {
    if (text.trim() !== opened.current) note.mutate({ itemId, note: text.trim() });
    setText(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape that choose a word of an input method are not for the field.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault(); // or Enter presses the button that takes the field's place
    closedByKey.current = true;
    if (event.key === 'Enter') keep();
    else setText(null);
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
      onKeyDown={onKeyDown}
    />
  );
}
