import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { WatchlistEntry } from '~/api/types';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { useHits } from '~/widgets/TickerSearch/useTickerSearch';
import { isList } from './splitSymbols';
import { useEntryChanges } from './useWatchlistChanges';

/** A text that reads as a symbol and not as a name: it has a sign or a digit, or is in capitals. */
const SYMBOL = /^[\^$]?(?=.*[\d.=^-]|[A-Z]+$)[\p{L}\p{N}.\-=&^:]{1,20}$/u;

/** Adds what was typed when Enter is pressed, also before the answer of the search has come. */
export function useQuickAdd(listId: number, entries: readonly WatchlistEntry[]) {
  const client = useQueryClient();
  const hitsOf = useHits();
  const canFollow = useCanFollow();
  const { add } = useEntryChanges(listId);
  const [announcement, announce] = useState('');
  const busy = useRef(false);
  /** By the time of an Enter the list may not have been loaded again. */
  const added = useRef(new Set<number>());

  const put = async (id: number, symbol: string) => {
    if (added.current.has(id) || entries.some((entry) => entry.id === id)) {
      announce(`${symbol} is in this list already.`);
      return true;
    }
    try {
      await add.mutateAsync(id);
    } catch {
      // The toast says why.
      return false;
    }
    added.current.add(id);
    announce(`${symbol} added.`);
    return true;
  };

  const follow = async (typed: string) => {
    try {
      const row = await call('post', '/api/tickers', { payload: { symbol: typed } });
      void client.invalidateQueries({ queryKey: ['tickers'] });
      return await put(row.id, row.symbol);
    } catch (cause) {
      announce(cause instanceof ApiError ? cause.detail : "Couldn't reach the server.");
      return false;
    }
  };

  const begin = async (typed: string): Promise<boolean | 'list'> => {
    announce(`Searching for ${typed}…`);
    const [hit] = await hitsOf(typed);
    // 'SAP.DE' is no 'SAP' that was mistyped.
    if (hit && !(canFollow && SYMBOL.test(typed))) return put(hit.id, hit.symbol);
    if (isList(typed) === 'perhaps') return 'list';
    const row = canFollow ? await known(typed) : undefined;
    if (row) return put(row.id, row.symbol);
    if (canFollow) return follow(typed);
    announce(`Nothing found for ${typed}.`);
    return false;
  };

  return {
    /** What became of the last Enter. */
    announcement,
    forget: () => announce(''),
    /** Answers whether the field can be cleared, or that it holds a list. */
    add: async (typed: string): Promise<boolean | 'list'> => {
      if (busy.current) return false;
      busy.current = true;
      try {
        return await begin(typed);
      } finally {
        busy.current = false;
      }
    },
  };
}

/** The ticker whose symbol a text is, in any spelling. */
async function known(typed: string) {
  // A number is no symbol here, but the number of a ticker.
  if (/^\d+$/.test(typed)) return undefined;
  try {
    return await call('get', '/api/tickers/{symbol}', { path: { symbol: typed } });
  } catch {
    return undefined;
  }
}
