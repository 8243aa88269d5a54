import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { changeEntry } from '~/api/changeEntry';
import { watchlistTickersQuery } from '~/api/queries';
import type { ImportReport, Watchlist, WatchlistEntry, WatchlistTickers } from '~/api/types';
import { useAction } from '~/api/useAction';
import { changedElsewhere, sendMerged } from '~/api/versions';
import type { Entries } from './parseEntries';

const refresh = [['watchlists']];

/** WTCH-02: creates, renames and deletes lists. */
export function useListChanges() {
  const create = useAction({
    send: (name: string) => call('post', '/api/watchlists', { payload: { name } }),
    refresh,
    done: () => ['Watchlist created', 'Your new watchlist has been created.'],
    failed: () => 'Failed to create watchlist.',
  });
  const rename = useAction({
    send: ({ list, name }: { list: Watchlist; name: string }) =>
      sendMerged(list, ({ id, version, name: current }) => {
        if (current === list.name)
          return call('patch', '/api/watchlists/{id}', { path: { id }, payload: { name, version } });
        throw changedElsewhere(`The list was renamed to '${current}' on another device.`);
      }),
    refresh,
    failed: 'Failed to rename watchlist.',
  });
  const remove = useAction({
    send: (id: number) => call('delete', '/api/watchlists/{id}', { path: { id } }),
    refresh,
    done: () => ['Watchlist deleted', 'Your watchlist has been deleted.'],
    failed: 'Failed to delete watchlist.',
  });
  return { create, rename, remove };
}

/** WTCH-02: adds, removes, annotates and imports entries of a list. */
export function useEntryChanges(listId: number) {
  const client = useQueryClient();
  const add = useAction({
    send: (tickerId: number) =>
      call('post', '/api/watchlists/{id}/tickers', { path: { id: listId }, payload: { tickerId } }),
    refresh,
    done: () => ['Ticker added', 'Ticker has been added to your watchlist.'],
    failed: 'Failed to add ticker to watchlist.',
  });
  const remove = useAction({
    send: (itemId: number) => call('delete', '/api/watchlist-items/{id}', { path: { id: itemId } }),
    refresh,
    done: () => ['Ticker removed', 'Ticker has been removed from your watchlist.'],
    failed: 'Failed to remove ticker from watchlist.',
  });
  const note = useAction({
    send: ({ entry, note }: { entry: WatchlistEntry; note: string }) => changeEntry(client, entry, { note }),
    refresh,
    failed: "Couldn't save the note.",
  });
  const importEntries = useAction({
    send: ({ entries }: Entries) =>
      call('post', '/api/watchlists/{id}/import', { path: { id: listId }, payload: entries }),
    refresh,
    done: (report, { skipped }) => ['Watchlist imported', summary(report, skipped)],
    failed: 'Failed to import the watchlist.',
  });
  /** Previews an import. */
  const check = ({ entries }: Entries) =>
    call('post', '/api/watchlists/{id}/import', {
      path: { id: listId },
      query: { preview: true },
      payload: entries,
    });
  return { add, remove, note, importEntries, check };
}

/** 'Added 3 tickers. Already in the list: AAPL. Not found: XYZ. Row 4 has no symbol.' */
export function summary({ added, present, unknown }: ImportReport, skipped: readonly number[]): string {
  const parts = [`Added ${added} ${added === 1 ? 'ticker' : 'tickers'}.`];
  if (present.length > 0) parts.push(`Already in the list: ${present.join(', ')}.`);
  if (unknown.length > 0) parts.push(`Not found: ${unknown.join(', ')}.`);
  if (skipped.length > 0)
    parts.push(
      `${skipped.length === 1 ? `Row ${skipped[0]} has` : `Rows ${skipped.join(', ')} have`} no symbol.`,
    );
  return parts.join(' ');
}

/**
 * Saves a new order, shown at once and rolled back if the server rejects it: the list that another device has changed is then shown as
 * it is now.
 */
export function useReorder(listId: number) {
  const client = useQueryClient();
  const { queryKey } = watchlistTickersQuery(listId);
  return useAction({
    send: (itemIds: readonly number[]) =>
      call('put', '/api/watchlists/{id}/order', {
        path: { id: listId },
        payload: { itemIds, version: client.getQueryData<WatchlistTickers>(queryKey)?.version ?? null },
      }),
    refresh: [queryKey],
    done: () => {
      // Every change increments the version by one. A queued order is sent before the list is fetched again.
      client.setQueryData(
        queryKey,
        (list?: WatchlistTickers) => list && { ...list, version: list.version + 1 },
      );
    },
    failed: "Couldn't save the new order.",
    optimistic: {
      queryKey,
      update: (list: WatchlistTickers, itemIds) => {
        const position = (id: number) => itemIds.indexOf(id);
        const tickers = [...list.tickers].sort(
          (a, b) => position(a.watchlistItemId) - position(b.watchlistItemId),
        );
        return { ...list, tickers };
      },
    },
    // Queued: parallel requests could arrive out of order, and until the last one is saved the server's list is
    // outdated.
    queue: `watchlist-order-${listId}`,
  });
}
