import { changeHolding, type Holding, type Lot, previousHolding } from '~/api/holdings';
import { errorText, useAction } from '~/api/useAction';

interface Entry {
  watchlistItemId: number;
  symbol: string;
  quantity?: number | null;
  cost?: number | null;
  lots?: readonly Lot[];
}

interface Input {
  entry: Entry;
  change: Partial<Holding>;
}

const REFRESH = [['watchlists'], ['holdings']];

/**
 * Returns a function that changes what is held of a list entry. It resolves to undefined, after a toast with 'Undo', or to the sentence
 * that says why the server refused the change.
 */
export function useHoldingChange(): (input: Input) => Promise<string | undefined> {
  const undo = useAction({
    send: ({ entry, change }: Input) => changeHolding(entry.watchlistItemId, change),
    refresh: REFRESH,
    failed: "Couldn't undo the change.",
  });
  const change = useAction({
    send: ({ entry, change: fields }: Input) => changeHolding(entry.watchlistItemId, fields),
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
