import type { ChangeEvent, RefObject } from 'react';
import { ApiError } from '~/api/client';
import { readText } from '~/components/form/readText';
import { toast } from '~/state/toasts';
import classes from './ListActions.module.css';
import { type Entries, NotAListError, parseEntries } from './parseEntries';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  /** Called with the parsed file; an error it throws is shown. */
  onList: (list: Entries) => Promise<void>;
}

/** A hidden file field for lists. The file is parsed here: the server only accepts symbols. */
export function ListFileField({ field, onList }: Props) {
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!chosen) return;
    try {
      await onList(parseEntries(await readText(chosen)));
    } catch (cause) {
      toast('Error', errorText(cause), 'destructive');
    }
  };
  return (
    <input
      ref={field}
      type="file"
      accept=".csv,.json,.txt,text/csv,application/json,text/plain"
      aria-label="File to import"
      className={classes.file}
      tabIndex={-1}
      onChange={read}
    />
  );
}

function errorText(cause: unknown): string {
  if (cause instanceof NotAListError) return cause.message;
  return cause instanceof ApiError ? cause.detail : "Couldn't read the file.";
}
