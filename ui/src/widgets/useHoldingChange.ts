import { useQueryClient } from '@tanstack/react-query';
import { changeEntry } from '~/api/changeEntry';
import { type HoldingChange, previousHolding } from '~/api/holdings';
import type { WatchlistEntry } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';

type Entry = Pick<WatchlistEntry, 'watchlistItemId' | 'symbol' | 'quantity' | 'cost' | 'lots'>;

interface Input {
  entry: Entry;
  change: HoldingChange;
}

const REFRESH = [['watchlists'], ['holdings']];

/**
 * Returns a function that changes a list entry's holding. After a success it shows a toast with 'Undo' and resolves to undefined; if the
 * server rejects the change, it resolves to the error sentence.
 */
export function useHoldingChange(): (input: Input) => Promise<string | undefined> {
  const client = useQueryClient();
  const send = ({ entry, change }: Input) => changeEntry(client, entry, change);
  const undo = useAction({
    send,
    refresh: REFRESH,
    failed: "Couldn't undo the change.",
  });
  const change = useAction({
    send,
    refresh: REFRESH,
    done: (_, { entry }) => [
      'Holding saved',
      entry.symbol,
      () => undo.mutate({ entry, change: previousHolding(entry) }),
    ],
    failed: false,
  });
  return async (input) => {
    try {
      await change.mutateAsync(input);
      return undefined;
    } catch (cause) {
      return errorText(cause as Error);
    }
  };
}
