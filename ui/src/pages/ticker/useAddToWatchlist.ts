import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { USER_ID, watchlistsQuery } from '~/api/queries';
import { toast } from '~/state/toasts';

/** Adds a ticker to the first watchlist, and makes one where there is none. */
export function useAddToWatchlist(tickerId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const [first] = await client.fetchQuery({ ...watchlistsQuery, staleTime: 0 });
      const list =
        first ??
        (await call('post', '/api/watchlists', {
          payload: { name: 'My Watchlist', userId: USER_ID },
        }));
      await call('post', '/api/watchlists/{id}/tickers', { path: { id: list.id }, payload: { tickerId } });
    },
    onSuccess: () => toast('Ticker added', 'Ticker has been added to your watchlist.'),
    onError: (cause) => {
      const text = cause instanceof ApiError ? cause.detail : 'Failed to add ticker to watchlist.';
      toast('Error', text, 'destructive');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['watchlists'] }),
  });
}
