import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { WatchlistEntry } from '~/api/types';
import { listLikelihoodOf } from '~/market/splitSymbols';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { useHits } from '~/widgets/TickerSearch/useTickerSearch';
import { useEntryChanges } from './useWatchlistChanges';

/** Matches a symbol rather than a name: contains a special character or digit, or is in capitals. */
const SYMBOL = /^[\^$]?(?=.*[\d.=^-]|[A-Z]+$)[\p{L}\p{N}.\-=&^:]{1,20}$/u;

/** Adds the typed ticker on Enter, even before the search results arrive. */
export function useQuickAdd(listId: number, entries: readonly WatchlistEntry[]) {
  const client = useQueryClient();
  const hitsOf = useHits();
  const canFollow = useCanFollow();
  const { add } = useEntryChanges(listId);
  const [announcement, announce] = useState('');
  const isAdding = useRef(false);
  /** The ids that were added here, because the list may not have been refetched when Enter is pressed again. */
  const added = useRef(new Set<number>());

  const addToList = async (id: number, symbol: string) => {
    if (added.current.has(id) || entries.some((entry) => entry.id === id)) {
      announce(`${symbol} is in this list already.`);
      return true;
    }
    try {
      await add.mutateAsync(id);
    } catch {
      // A toast shows the reason.
      return false;
    }
    added.current.add(id);
    announce(`${symbol} added.`);
    return true;
  };

  const follow = async (input: string) => {
    try {
      const row = await call('post', '/api/tickers', { payload: { symbol: input } });
      void client.invalidateQueries({ queryKey: ['tickers'] });
      return await addToList(row.id, row.symbol);
    } catch (cause) {
      announce(cause instanceof ApiError ? cause.detail : "Couldn't reach the server.");
      return false;
    }
  };

  const addInput = async (input: string): Promise<boolean | 'list'> => {
    announce(`Searching for ${input}…`);
    const [hit] = await hitsOf(input);
    // 'SAP.DE' is not a misspelled 'SAP'.
    if (hit && !(canFollow && SYMBOL.test(input))) return addToList(hit.id, hit.symbol);
    if (listLikelihoodOf(input) === 'perhaps') return 'list';
    const row = canFollow ? await findKnown(input) : undefined;
    if (row) return addToList(row.id, row.symbol);
    if (canFollow) return follow(input);
    announce(`Nothing found for ${input}.`);
    return false;
  };

  return {
    /** The result of the last Enter. */
    announcement,
    forget: () => announce(''),
    /** Returns true if the field can be cleared, or 'list' if it contains a list. */
    add: async (input: string): Promise<boolean | 'list'> => {
      if (isAdding.current) return false;
      isAdding.current = true;
      try {
        return await addInput(input);
      } finally {
        isAdding.current = false;
      }
    },
  };
}

/** The followed ticker with this symbol, in any spelling. */
async function findKnown(input: string) {
  // The API would take a number as a ticker id.
  if (/^\d+$/.test(input)) return undefined;
  try {
    return await call('get', '/api/tickers/{symbol}', { path: { symbol: input } });
  } catch {
    return undefined;
  }
}
