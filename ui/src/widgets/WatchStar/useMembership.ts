import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { USER_ID, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { Watchlist, WatchlistEntry } from '~/api/types';
import { toast } from '~/state/toasts';

/** A list, and the ticker's entry in it where it is listed. */
export interface Membership {
  list: Watchlist;
  entry: WatchlistEntry | undefined;
}

/** An entry, as far as it is taken out and put back. */
type Kept = Pick<WatchlistEntry, 'watchlistItemId' | 'note'>;

interface Change {
  /** Where the ticker goes; without a list one is made. */
  list: Watchlist | undefined;
  /** What is taken out; without it the ticker is put in. */
  entry?: Kept | undefined;
  /** Put back by 'Undo'. */
  note?: string;
}

/** What stands in each list: one question for all of them. */
const contentsQuery = (lists: readonly Watchlist[]) =>
  queryOptions({
    queryKey: ['watchlists', 'contents', lists.map(({ id, name }) => [id, name])],
    queryFn: ({ client }) =>
      Promise.all(
        lists.map(async (list) => ({ list, ...(await client.fetchQuery(watchlistTickersQuery(list.id))) })),
      ),
  });

/** In which lists a ticker stands, undefined until it is known; and the way to put it in or take it out. */
export function useMembership(tickerId: number) {
  const client = useQueryClient();
  const { data: lists } = useQuery(watchlistsQuery);
  const { data: contents } = useQuery({ ...contentsQuery(lists ?? []), enabled: lists !== undefined });
  const memberships = contents?.map(({ list, tickers }) => ({
    list,
    entry: tickers.find(({ id }) => id === tickerId),
  }));
  const change = useMutation({
    mutationFn: async ({ list, entry, note }: Change) => {
      if (entry) {
        await call('delete', '/api/watchlist-items/{id}', { path: { id: entry.watchlistItemId } });
        return { list, added: undefined };
      }
      const target = list ?? (await makeList());
      const added = await call('post', '/api/watchlists/{id}/tickers', {
        path: { id: target.id },
        payload: { tickerId },
      });
      if (note)
        await call('patch', '/api/watchlist-items/{id}', {
          path: { id: added.watchlistItemId },
          payload: { note },
        });
      return { list: target, added };
    },
    onSuccess: ({ list, added }, { entry }) => {
      if (entry) {
        const run = () => change.mutate({ list, note: entry.note });
        toast('Ticker removed', 'Ticker has been removed from your watchlist.', 'default', {
          label: 'Undo',
          run,
        });
      } else if (added) {
        const run = () => change.mutate({ list, entry: { ...added, note: '' } });
        toast('Ticker added', 'Ticker has been added to your watchlist.', 'default', { label: 'Undo', run });
      }
    },
    onError: (cause, { entry }) => {
      const fallback = entry
        ? 'Failed to remove ticker from watchlist.'
        : 'Failed to add ticker to watchlist.';
      toast('Error', cause instanceof ApiError ? cause.detail : fallback, 'destructive');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['watchlists'] }),
  });
  return { memberships, change };
}

const makeList = () =>
  call('post', '/api/watchlists', { payload: { name: 'My Watchlist', userId: USER_ID } });
