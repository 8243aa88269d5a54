import type { WatchlistEntry } from '~/api/types';
import { confirm } from '~/components/layer/confirmation';
import { useReadOnly } from '~/widgets/useReadOnly';
import { useEntryChanges } from './useWatchlistChanges';
import classes from './WatchTable.module.css';

const QUESTION = {
  title: 'Remove ticker',
  text: 'Are you sure you want to remove this ticker from your watchlist?',
  action: 'Remove',
};

/** WTCH-01: asks, then takes the ticker off the list. */
export function RemoveButton({ listId, entry }: { listId: number; entry: WatchlistEntry }) {
  const readOnly = useReadOnly();
  const { remove } = useEntryChanges(listId);
  const ask = async () => {
    if (await confirm(QUESTION)) remove.mutate(entry.watchlistItemId);
  };
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={`Remove ${entry.symbol}`}
      disabled={remove.isPending || readOnly}
      onClick={ask}
    >
      Remove
    </button>
  );
}
