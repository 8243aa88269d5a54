import type { WatchlistEntry } from '~/api/types';
import { confirm } from '~/components/layer/confirmation';
import { useEntryChanges } from './useWatchlistChanges';
import classes from './WatchTable.module.css';

const QUESTION = {
  title: 'Remove ticker',
  text: 'Are you sure you want to remove this ticker from your watchlist?',
  action: 'Remove',
};

interface Props {
  listId: number;
  entry: WatchlistEntry;
}

/** WTCH-01: removes a ticker from the list after confirmation. */
export function useRemove(listId: number, entry: WatchlistEntry) {
  const { remove } = useEntryChanges(listId);
  const confirmAndRemove = async () => {
    if (await confirm(QUESTION)) remove.mutate(entry.watchlistItemId);
  };
  return { confirmAndRemove, isPending: remove.isPending };
}

export function RemoveButton({ listId, entry }: Props) {
  const { confirmAndRemove, isPending } = useRemove(listId, entry);
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={`Remove ${entry.symbol}`}
      disabled={isPending}
      onClick={confirmAndRemove}
    >
      Remove
    </button>
  );
}
