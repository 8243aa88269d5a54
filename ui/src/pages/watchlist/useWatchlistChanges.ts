import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { USER_ID, watchlistTickersQuery } from '~/api/queries';
import type { ImportReport, WatchlistTickers } from '~/api/types';
import { toast } from '~/state/toasts';
import type { Entries } from './parseEntries';

/** The server's own sentence, or `fallback` when it had none to say. */
const showFailure = (fallback: string) => (cause: Error) =>
  toast('Error', cause instanceof ApiError ? cause.detail : fallback, 'destructive');

function useChange<Input, Output>(change: (input: Input) => Promise<Output>, options: object) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['watchlists'] }),
    ...options,
  });
}

/** WTCH-02: making, renaming and deleting a list. */
export function useListChanges() {
  const create = useChange(
    (name: string) => call('post', '/api/watchlists', { payload: { name, userId: USER_ID } }),
    {
      onSuccess: () => toast('Watchlist created', 'Your new watchlist has been created.'),
      onError: () => toast('Error', 'Failed to create watchlist.', 'destructive'),
    },
  );
  const rename = useChange(
    ({ id, name }: { id: number; name: string }) =>
      call('patch', '/api/watchlists/{id}', { path: { id }, payload: { name } }),
    { onError: showFailure('Failed to rename watchlist.') },
  );
  const remove = useChange((id: number) => call('delete', '/api/watchlists/{id}', { path: { id } }), {
    onSuccess: () => toast('Watchlist deleted', 'Your watchlist has been deleted.'),
    onError: showFailure('Failed to delete watchlist.'),
  });
  return { create, rename, remove };
}

/** WTCH-02: adding, removing, noting and importing entries of a list. */
export function useEntryChanges(listId: number) {
  const add = useChange(
    (tickerId: number) =>
      call('post', '/api/watchlists/{id}/tickers', { path: { id: listId }, payload: { tickerId } }),
    {
      onSuccess: () => toast('Ticker added', 'Ticker has been added to your watchlist.'),
      onError: showFailure('Failed to add ticker to watchlist.'),
    },
  );
  const remove = useChange(
    (itemId: number) => call('delete', '/api/watchlist-items/{id}', { path: { id: itemId } }),
    {
      onSuccess: () => toast('Ticker removed', 'Ticker has been removed from your watchlist.'),
      onError: showFailure('Failed to remove ticker from watchlist.'),
    },
  );
  const note = useChange(
    ({ itemId, note }: { itemId: number; note: string }) =>
      call('patch', '/api/watchlist-items/{id}', { path: { id: itemId }, payload: { note } }),
    { onError: showFailure('Failed to keep the note.') },
  );
  const take = useChange(
    ({ entries }: Entries) =>
      call('post', '/api/watchlists/{id}/import', { path: { id: listId }, payload: entries }),
    {
      onSuccess: (report: ImportReport, { skipped }: Entries) =>
        toast('Watchlist imported', summary(report, skipped)),
      onError: showFailure('Failed to import the watchlist.'),
    },
  );
  /** What would become of the entries of a list. */
  const check = ({ entries }: Entries) =>
    call('post', '/api/watchlists/{id}/import', {
      path: { id: listId },
      query: { preview: true },
      payload: entries,
    });
  return { add, remove, note, take, check };
}

/** 'Added 3 tickers. Already there: AAPL. Unknown here: XYZ. Without a symbol: row 4.' */
export function summary({ added, present, unknown }: ImportReport, skipped: readonly number[]): string {
  const parts = [`Added ${added} ${added === 1 ? 'ticker' : 'tickers'}.`];
  if (present.length > 0) parts.push(`Already there: ${present.join(', ')}.`);
  if (unknown.length > 0) parts.push(`Unknown here: ${unknown.join(', ')}.`);
  if (skipped.length > 0)
    parts.push(`Without a symbol: ${skipped.length === 1 ? 'row' : 'rows'} ${skipped.join(', ')}.`);
  return parts.join(' ');
}

/** A new order is on the screen at once, and taken back when the server refuses it. */
export function useReorder(listId: number) {
  const client = useQueryClient();
  const { queryKey } = watchlistTickersQuery(listId);
  const mutationKey = ['watchlist-order', listId];
  /** While another step waits its turn, the list on the server is not what is wanted. */
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // One after the other: over several connections a later order could arrive first.
    scope: { id: mutationKey.join('-') },
    mutationFn: (itemIds: readonly number[]) =>
      call('put', '/api/watchlists/{id}/order', { path: { id: listId }, payload: { itemIds } }),
    onMutate: async (itemIds) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<WatchlistTickers>(queryKey);
      if (before) {
        const place = (id: number) => itemIds.indexOf(id);
        const tickers = [...before.tickers].sort(
          (a, b) => place(a.watchlistItemId) - place(b.watchlistItemId),
        );
        client.setQueryData(queryKey, { ...before, tickers });
      }
      return { before };
    },
    onError: (cause, _, context) => {
      if (isLast()) client.setQueryData(queryKey, context?.before);
      showFailure('Failed to keep the new order.')(cause);
    },
    onSettled: () => (isLast() ? client.invalidateQueries({ queryKey }) : undefined),
  });
}
