import type { QueryClient } from '@tanstack/react-query';
import { call } from './call';
import type { HoldingChange } from './holdings';
import type { WatchlistEntry, WatchlistTickers } from './types';
import { changedElsewhere, sendMerged } from './versions';

type Change = { note: string } | HoldingChange;

/**
 * Changes the note or the holding of a list entry. Other changes of the list by another device are kept; a change of the same fields is
 * not overwritten.
 */
export async function changeEntry(
  client: QueryClient,
  { watchlistItemId: id, symbol }: Pick<WatchlistEntry, 'watchlistItemId' | 'symbol'>,
  change: Change,
) {
  const send = (version?: number) =>
    call('patch', '/api/watchlist-items/{id}', {
      path: { id },
      payload: { ...change, ...(version !== undefined && { version }) },
    });
  const find = (list: WatchlistTickers) => list.tickers.find((entry) => entry.watchlistItemId === id);
  const lists = client.getQueriesData<WatchlistTickers>({ queryKey: ['watchlists'] });
  const loaded = lists.map(([, list]) => list).find((list) => list?.tickers && find(list));
  // A page that shows entries without their list changes them regardless of their version.
  if (!loaded) return send();
  const fields = (entry: WatchlistEntry | undefined) =>
    entry && JSON.stringify('note' in change ? entry.note : [entry.quantity, entry.cost, entry.lots]);
  return sendMerged(loaded, (list) => {
    if (fields(find(list)) === fields(find(loaded))) return send(list.version);
    const what = 'note' in change ? 'note on' : 'holding in';
    throw changedElsewhere(`The ${what} ${symbol} was changed on another device. Your change wasn't saved.`);
  });
}
