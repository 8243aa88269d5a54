import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { TickerRow } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { useLatestStep } from '~/hooks/useLatestStep';
import { toast } from '~/state/toasts';

const CONFLICT = 409;

/** How a page is opened that shows the history of a new ticker coming in. */
export const FOLLOWED_STATE = { state: { followed: true } };

/**
 * Follows a symbol from now on; `onFollowed` gets it as the server spells it. One that is followed already is as good. See
 * `useFollowAndOpen` for what opens a page: providers take their time, and somebody who went on is not taken back.
 */
export function useFollow(onFollowed: (symbol: string, made?: TickerRow) => void) {
  const client = useQueryClient();
  return useAction({
    send: (symbol: string) => call('post', '/api/tickers', { payload: { symbol } }),
    done: (made) => {
      void client.invalidateQueries({ queryKey: ['tickers'] });
      onFollowed(made.symbol, made);
    },
    failed: (cause, symbol) => {
      if (!(cause instanceof ApiError && cause.status === CONFLICT)) return errorText(cause);
      onFollowed(symbol);
      return false;
    },
  });
}

/** Follows a symbol and opens it, unless its part is gone, another text was typed or another page opened meanwhile. */
export function useFollowAndOpen(open: (symbol: string) => void) {
  const steps = useLatestStep();
  const isWanted = useRef<() => boolean>(() => false);
  const follow = useFollow((symbol) => {
    if (isWanted.current()) open(symbol);
    else toast(`Following ${symbol}`, 'Loading its history.');
  });
  const start = (symbol: string) => {
    isWanted.current = steps.begin();
    follow.mutate(symbol);
  };
  return { start, drop: steps.drop, isPending: follow.isPending };
}
