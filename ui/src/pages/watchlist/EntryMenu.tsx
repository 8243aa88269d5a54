import { type FormEvent, useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { Button } from '~/components/Button';
import { TextField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { PurchasesButton } from '~/widgets/Holdings/PurchasesButton';
import classes from './EntryMenu.module.css';
import { useRemove } from './RemoveButton';
import type { Sorting } from './useRowOrder';
import { useEntryChanges } from './useWatchlistChanges';

export interface EntryMenuProps {
  listId: number;
  entry: WatchlistEntry;
  /** 0-based position of the entry, and the length of the list. */
  index: number;
  count: number;
  /** Null while the list is sorted by a column. */
  sorting: Sorting | null;
  onDone: () => void;
}

/** Note, position and removal of a watchlist entry. */
export default function EntryMenu({ listId, entry, index, count, sorting, onDone }: EntryMenuProps) {
  const { note } = useEntryChanges(listId);
  const { confirmAndRemove, isPending } = useRemove(listId, entry);
  const [text, setText] = useState(entry.note);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== entry.note) note.mutate({ entry, note: text.trim() });
    onDone();
  };
  const remove = () => {
    onDone();
    void confirmAndRemove();
  };
  return (
    <>
      <form className={classes.note} onSubmit={keep}>
        <TextField label={`Note on ${entry.symbol}`} value={text} maxLength={500} onChange={setText} />
        <Button type="submit">Save</Button>
      </form>
      {sorting && (
        <div className={classes.moves}>
          <Button variant="default" disabled={index === 0} onClick={() => sorting.step(index, -1)}>
            Move up
          </Button>
          <Button variant="default" disabled={index === count - 1} onClick={() => sorting.step(index, 1)}>
            Move down
          </Button>
        </div>
      )}
      <PurchasesButton entry={entry} className={classes.purchases} />
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove ${entry.symbol}`}
        disabled={isPending}
        onClick={remove}
      >
        <Icon name="trash" size={18} /> Remove
      </button>
    </>
  );
}
