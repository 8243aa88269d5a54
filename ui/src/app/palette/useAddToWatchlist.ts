import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { watchlistsQuery } from '~/api/queries';
import type { Ticker } from '~/api/types';
import { useAction } from '~/api/useAction';
import { isWritable } from '~/market/sharing';

type AddedTicker = Pick<Ticker, 'id' | 'symbol'>;

/** Adds a ticker to the first watchlist, which is created if there is none. */
export function useAddToWatchlist(): (ticker: AddedTicker) => void {
  const client = useQueryClient();
  const add = useAction({
    send: async ({ id: tickerId }: AddedTicker) => {
      const lists = await client.fetchQuery(watchlistsQuery);
      const list =
        lists.find(isWritable) ??
        (await call('post', '/api/watchlists', { payload: { name: 'My Watchlist' } }));
      await call('post', '/api/watchlists/{id}/tickers', { path: { id: list.id }, payload: { tickerId } });
      return list;
    },
    refresh: [['watchlists']],
    done: ({ name }, { symbol }) => [
      'Ticker added',
      ['Ticker has been added to your watchlist.', `${symbol} is now in ${name}.`],
    ],
    failed: 'Failed to add ticker to watchlist.',
  });
  return add.mutate;
}
