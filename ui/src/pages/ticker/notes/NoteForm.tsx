import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '~/components/Button';
import { AreaField } from '~/components/form/AreaField';
import { TextField } from '~/components/form/fields';
import classes from './NotesPanel.module.css';
import type { NoteText } from './useNoteChanges';

/** Maximum length of a note; the server checks it too. */
const MAX_LENGTH = 2000;

interface Props {
  initial: NoteText;
  symbol: string;
  /** Resolves to the sentence that says why the note can't be saved. */
  onSave: (entered: NoteText) => Promise<string | undefined>;
  onClose: () => void;
}

/** Day and text of a note. Ctrl+Enter saves, Escape closes. */
export function NoteForm({ initial, symbol, onSave, onClose }: Props) {
  const [{ date, text }, setEntered] = useState(initial);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const isComplete = text.trim() !== '' && date !== '';
  const edit = (change: Partial<NoteText>) => {
    setEntered({ date, text, ...change });
    setError(undefined);
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isComplete || isSaving) return;
    setIsSaving(true);
    const problem = await onSave({ date, text: text.trim() });
    setIsSaving(false);
    if (problem === undefined) onClose();
    else setError(problem);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form className={classes.form} onSubmit={save} onKeyDown={onKeyDown} aria-label={`Note on ${symbol}`}>
      <TextField
        type="date"
        label="Day"
        min="1900-01-01"
        max="2199-12-31"
        value={date}
        onChange={(day) => edit({ date: day })}
      />
      <AreaField
        isProse
        label="Note"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_LENGTH}
        autoFocus
        value={text}
        error={error}
        onChange={(entered) => edit({ text: entered })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving} disabled={!isComplete}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
