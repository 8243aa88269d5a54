import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '~/components/Button';
import { TextField } from '~/components/form/fields';
import classes from './LayoutMenu.module.css';
import type { Layout } from './layout';
import type { LayoutActions } from './useLayoutActions';

interface Props {
  layout: Layout;
  actions: LayoutActions;
  label: string;
  /** True if the field is all that the layer is for. */
  isFirst?: boolean;
  onDone: () => void;
}

/** Saves charts under a title, and opens the new layout. */
export default function SaveForm({ layout, actions, label, isFirst = false, onDone }: Props) {
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The layer was opened before this code was loaded.
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return setError('Enter a title.');
    setSaving(true);
    const problem = await actions.saveAs({ ...layout, title: title.trim() });
    setSaving(false);
    setError(problem);
    if (problem === undefined) onDone();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextField
        label={label}
        value={title}
        maxLength={80}
        placeholder="Day trading"
        error={error}
        ref={field}
        onChange={(next) => {
          setTitle(next);
          setError(undefined);
        }}
      />
      <Button type="submit" loading={isSaving}>
        Save
      </Button>
    </form>
  );
}
