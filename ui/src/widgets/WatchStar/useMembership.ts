import { queryOptions } from '@tanstack/react-query';
import { call } from '~/api/call';
import { type HoldingChange, previousHolding } from '~/api/holdings';
import { watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { Ticker, Watchlist, WatchlistEntry } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { useQuery } from '~/api/useQuery';
import { isWritable } from '~/market/sharing';

/** A list, and the ticker's entry in it if there is one. */
export interface Membership {
  list: Watchlist;
  entry: WatchlistEntry | undefined;
}

/** The fields of an entry needed to restore it. */
type RestorableEntry = Pick<WatchlistEntry, 'watchlistItemId' | 'note'> & HoldingChange;

/** The position of an entry in its list: the ids of the entries after it, in order. */
type EntriesAfter = readonly number[];

interface Change {
  /** The list to add to; without one, a list is created. */
  list: Watchlist | undefined;
  /** The entry to remove; without it, the ticker is added. */
  entry?: RestorableEntry | undefined;
  /** Restored by 'Undo', before the first of `entriesAfter` that still exists. */
  note?: string;
  holding?: HoldingChange | undefined;
  entriesAfter?: EntriesAfter;
}

/** The contents of all lists, in one query. */
const contentsQuery = (lists: readonly Watchlist[]) =>
  queryOptions({
    queryKey: ['watchlists', 'contents', lists.map(({ id, name }) => [id, name])],
    queryFn: ({ client }) =>
      Promise.all(
        lists.map(async (list) => ({ list, ...(await client.fetchQuery(watchlistTickersQuery(list.id))) })),
      ),
  });

/** The lists that the user may change, each with the ticker's entry (undefined until loaded), and functions to add and remove it. */
export function useMembership({ id: tickerId, symbol }: Pick<Ticker, 'id' | 'symbol'>) {
  const lists = useQuery(watchlistsQuery).data?.filter(isWritable);
  const { data: contents } = useQuery({ ...contentsQuery(lists ?? []), enabled: lists !== undefined });
  const memberships = contents?.map(({ list, tickers }) => ({
    list,
    entry: tickers.find(({ id }) => id === tickerId),
  }));
  const change = useAction({
    send: async ({ list, entry, note, holding, entriesAfter }: Change) => {
      if (entry) {
        await call('delete', '/api/watchlist-items/{id}', { path: { id: entry.watchlistItemId } });
        return { list, added: undefined };
      }
      const target = list ?? (await makeList());
      const added = await call('post', '/api/watchlists/{id}/tickers', {
        path: { id: target.id },
        payload: { tickerId },
      });
      if (note || holding)
        await call('patch', '/api/watchlist-items/{id}', {
          path: { id: added.watchlistItemId },
          payload: { ...(note && { note }), ...holding },
        });
      if (entriesAfter?.length) await moveBefore(target.id, added.watchlistItemId, entriesAfter);
      return { list: target, added };
    },
    refresh: [['watchlists']],
    done: ({ list, added }, { entry }) => {
      if (entry) {
        const entriesAfter = entriesAfterOf(
          entry,
          contents?.find((each) => each.list.id === list?.id)?.tickers,
        );
        const holding = typeof entry.quantity === 'number' ? previousHolding(entry) : undefined;
        const undo = () => void change.mutate({ list, note: entry.note, holding, entriesAfter });
        const lines = ['Ticker has been removed from your watchlist.'];
        if (list) lines.push(`${symbol} was in ${list.name}.`);
        return ['Ticker removed', lines, undo];
      }
      const undo = added && (() => void change.mutate({ list, entry: { ...added, note: '' } }));
      const lines = ['Ticker has been added to your watchlist.'];
      if (list) lines.push(`${symbol} is now in ${list.name}.`);
      return ['Ticker added', lines, undo];
    },
    failed: (cause, { entry }) =>
      errorText(
        cause,
        entry ? 'Failed to remove ticker from watchlist.' : 'Failed to add ticker to watchlist.',
      ),
  });
  return { memberships, change };
}

function entriesAfterOf(
  { watchlistItemId }: RestorableEntry,
  tickers: readonly WatchlistEntry[] = [],
): EntriesAfter {
  const ids = tickers.map((each) => each.watchlistItemId);
  const at = ids.indexOf(watchlistItemId);
  return at < 0 ? [] : ids.slice(at + 1);
}

/** Moves an entry from the end of its list to before the first of `entriesAfter` in it. */
async function moveBefore(listId: number, itemId: number, entriesAfter: EntriesAfter): Promise<void> {
  const path = { id: listId };
  const { tickers } = await call('get', '/api/watchlists/{id}/tickers', { path });
  const others = tickers.map((each) => each.watchlistItemId).filter((id) => id !== itemId);
  const next = entriesAfter.find((id) => others.includes(id));
  if (next === undefined) return;
  const itemIds = others.toSpliced(others.indexOf(next), 0, itemId);
  await call('put', '/api/watchlists/{id}/order', { path, payload: { itemIds } });
}

const makeList = () => call('post', '/api/watchlists', { payload: { name: 'My Watchlist' } });
