import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { useReadOnly } from '~/widgets/useReadOnly';
import { useEntryChanges } from './useWatchlistChanges';
import classes from './WatchTable.module.css';

/** A note edited in place: Enter or blur saves, Escape cancels. */
export function NoteField({ listId, entry }: { listId: number; entry: WatchlistEntry }) {
  const readOnly = useReadOnly();
  const { note } = useEntryChanges(listId);
  const [text, setText] = useState<string | null>(null);
  /** The text when editing started; another device may change the note meanwhile. */
  const initialText = useRef('');
  const button = useRef<HTMLButtonElement>(null);
  /** After a key press the focus returns to the button that replaces the field; after a click it is elsewhere. */
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
          initialText.current = entry.note;
          setText(entry.note);
        }}
      >
        {note.isPending ? note.variables.note : entry.note || 'Add a note'}
      </button>
    );
  }
  const keep = () => {
    if (text.trim() !== initialText.current) note.mutate({ itemId, note: text.trim() });
    setText(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores Enter and Escape that confirm or cancel an input method's composition.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault(); // otherwise Enter would also press the button that replaces the field
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
      // biome-ignore lint/a11y/noAutofocus: the field replaces the pressed button.
      autoFocus
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}
