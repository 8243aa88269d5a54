import { useState } from 'react';
import { notesQuery } from '~/api/queries';
import type { Note, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { dayOf, formatShortDay, tradingDayOf, tradingDays } from '~/market/day';
import { serverNow } from '~/state/clock';
import { useReadOnly } from '~/widgets/useReadOnly';
import { WriteButton } from '~/widgets/WriteButton';
import { NoteForm } from './NoteForm';
import classes from './NotesPanel.module.css';
import { useNoteChanges } from './useNoteChanges';

/** Number of notes shown at first. */
const INITIAL_COUNT = 5;

/** The user's notes on a ticker, newest day first; the price chart marks their days. */
export default function NotesPanel({ ticker }: { ticker: TickerDetail }) {
  const { symbol } = ticker;
  const query = useQuery(notesQuery(symbol));
  const { save, remove } = useNoteChanges(symbol);
  /** The note that is edited, or 'new'. */
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [showAll, setShowAll] = useState(false);
  const today = tradingDayOf(serverNow(), tradingDays(ticker));
  const close = () => setEdited(null);
  return (
    <Panel
      title="Notes"
      className={classes.panel}
      aside={
        edited !== 'new' && (
          <WriteButton
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setEdited('new')}
          >
            Add a note
          </WriteButton>
        )
      }
    >
      {edited === 'new' && (
        <NoteForm
          initial={{ date: dayOf(serverNow(), ticker.timeZone ?? undefined), text: '' }}
          symbol={symbol}
          onSave={(entered) => save(entered)}
          onClose={close}
        />
      )}
      <QueryState query={query} skeleton={<RowSkeletons rows={1} height={44} />}>
        {(notes) => (
          <>
            {notes.length === 0 && edited === null && (
              <p className={classes.none}>
                No notes on {symbol} yet. Notes are marked in the chart on their day.
              </p>
            )}
            {notes.length > 0 && (
              <ul className={classes.notes}>
                {(showAll ? notes : notes.slice(0, INITIAL_COUNT)).map((note) => (
                  <li key={note.id}>
                    {edited === note.id ? (
                      <NoteForm
                        initial={note}
                        symbol={symbol}
                        onSave={(entered) => save(entered, note)}
                        onClose={close}
                      />
                    ) : (
                      <NoteRow
                        note={note}
                        today={today}
                        onEdit={() => setEdited(note.id)}
                        onDelete={() => remove.mutate(note)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )}
            {!showAll && notes.length > INITIAL_COUNT && (
              <button type="button" className="link-button" onClick={() => setShowAll(true)}>
                Show all {notes.length} notes
              </button>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

interface RowProps {
  note: Note;
  today: string;
  onEdit: () => void;
  onDelete: () => void;
}

function NoteRow({ note, today, onEdit, onDelete }: RowProps) {
  const readOnly = useReadOnly();
  const day = formatShortDay(note.date, today);
  return (
    <div className={classes.note}>
      <time dateTime={note.date} className="num">
        {day}
      </time>
      <p>{note.text}</p>
      {!readOnly && (
        <span className={classes.actions}>
          <button type="button" aria-label={`Edit the note of ${day}`} onClick={onEdit}>
            <Icon name="edit" size={16} />
          </button>
          <button type="button" aria-label={`Delete the note of ${day}`} onClick={onDelete}>
            <Icon name="trash" size={16} />
          </button>
        </span>
      )}
    </div>
  );
}
