import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { TickerRow } from '~/api/types';
import { toast } from '~/state/toasts';

const CONFLICT = 409;

/** How a page is opened that shows the history of a new ticker coming in. */
export const FOLLOWED = { state: { followed: true } };

/** Follows a symbol from now on; `onFollowed` gets it as the server spells it. One that is followed already is as good. */
export function useFollow(onFollowed: (symbol: string, made?: TickerRow) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (symbol: string) => call('post', '/api/tickers', { payload: { symbol } }),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: ['tickers'] });
      onFollowed(made.symbol, made);
    },
    onError: (cause, symbol) => {
      if (cause instanceof ApiError && cause.status === CONFLICT) onFollowed(symbol);
      else toast('Error', cause instanceof ApiError ? cause.detail : cause.message, 'destructive');
    },
  });
}
