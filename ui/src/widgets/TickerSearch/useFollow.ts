import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { TickerRow } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { toast } from '~/state/toasts';

const CONFLICT = 409;

/** Prefix of options that follow a listing when selected. */
export const FOLLOW = 'follow ';

/** Navigation state of a newly followed ticker, whose page shows the progress of its history. */
export const FOLLOWED_STATE = { state: { followed: true } };

/**
 * Follows a symbol; `onFollowed` receives it in the server's spelling. An already followed symbol counts as success. To
 * open a page afterwards use `useFollowAndOpen`: providers are slow, and a user who has moved on must not be taken
 * back.
 */
export function useFollow(onFollowed: (symbol: string, row?: TickerRow) => void) {
  const client = useQueryClient();
  return useAction({
    send: (symbol: string) => call('post', '/api/tickers', { payload: { symbol } }),
    done: (row) => {
      void client.invalidateQueries({ queryKey: ['tickers'] });
      onFollowed(row.symbol, row);
    },
    failed: (cause, symbol) => {
      if (!(cause instanceof ApiError && cause.status === CONFLICT)) return errorText(cause);
      onFollowed(symbol);
      return false;
    },
  });
}

/**
 * Follows a symbol and opens it, unless the component unmounted, other text was typed or another page was opened
 * meanwhile.
 */
export function useFollowAndOpen(open: (symbol: string) => void) {
  const lookups = useLatestOnly();
  const isWanted = useRef<() => boolean>(() => false);
  const follow = useFollow((symbol) => {
    if (isWanted.current()) open(symbol);
    else toast(`Following ${symbol}`, 'Loading its history.');
  });
  const start = (symbol: string) => {
    isWanted.current = lookups.start();
    follow.mutate(symbol);
  };
  return { start, cancel: lookups.cancel, isPending: follow.isPending };
}
