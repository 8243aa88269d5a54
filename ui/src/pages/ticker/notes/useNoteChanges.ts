import { call } from '~/api/call';
import type { Note } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';

/** What a user enters of a note. */
export type NoteText = Pick<Note, 'date' | 'text'>;

const refresh = [['notes']];

/** Writes, changes and deletes notes on a ticker; each change can be undone. */
export function useNoteChanges(symbol: string) {
  const restore = useAction({
    send: ({ date, text }: NoteText) => call('post', '/api/notes', { payload: { symbol, date, text } }),
    refresh,
    failed: "Couldn't restore the note.",
  });
  const remove = useAction({
    send: ({ id }: Note) => call('delete', '/api/notes/{id}', { path: { id } }),
    refresh,
    done: (_, note) => [
      'Note deleted',
      `The note on ${symbol} has been deleted.`,
      () => restore.mutate(note),
    ],
    failed: "Couldn't delete the note.",
  });
  const create = useAction({
    send: ({ date, text }: NoteText) => call('post', '/api/notes', { payload: { symbol, date, text } }),
    refresh,
    done: (note) => ['Note saved', symbol, () => remove.mutate(note)],
    failed: false,
  });
  const undoChange = useAction({
    send: ({ id, date, text }: Note) => patch(id, { date, text }),
    refresh,
    failed: "Couldn't undo the change.",
  });
  const change = useAction({
    send: ({ note, entered }: { note: Note; entered: NoteText }) => patch(note.id, entered),
    refresh,
    done: (_, { note }) => ['Note saved', symbol, () => undoChange.mutate(note)],
    failed: false,
  });
  /** Saves a new note or a changed one. Resolves to the sentence that says why the server refused it, or to undefined. */
  const save = async (entered: NoteText, note?: Note): Promise<string | undefined> => {
    try {
      await (note ? change.mutateAsync({ note, entered }) : create.mutateAsync(entered));
      return undefined;
    } catch (cause) {
      return errorText(cause as Error);
    }
  };
  return { save, remove };
}

const patch = (id: number, { date, text }: NoteText) =>
  call('patch', '/api/notes/{id}', { path: { id }, payload: { date, text } });
