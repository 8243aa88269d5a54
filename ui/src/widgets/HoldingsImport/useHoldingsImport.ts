import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { previousHolding } from '~/api/holdings';
import type { PortfolioReport, WatchlistEntry } from '~/api/types';
import { toast } from '~/state/toasts';
import { followAll, type Outcome } from '../TickerSearch';
import { takenSymbols } from './report';

/** The list that an import goes into: an existing one, or a new one by its name. */
export type Target = { id: number } | { name: string };

export type ImportStep =
  | { step: 'choosing'; problem?: string }
  | { step: 'checking' }
  | { step: 'preview'; listId: number; text: string; report: PortfolioReport; outcomes: readonly Outcome[] }
  | { step: 'following'; symbols: readonly string[]; outcomes: readonly Outcome[] }
  | { step: 'importing' };

const readEntries = async (id: number): Promise<readonly WatchlistEntry[]> =>
  (await call('get', '/api/watchlists/{id}/tickers', { path: { id } })).tickers;

const post = (id: number, text: string, preview: boolean): Promise<PortfolioReport> =>
  call('post', '/api/watchlists/{id}/holdings/import', {
    path: { id },
    query: { preview },
    payload: { text },
  });

/** Restores the holdings as they were before an import; entries that the import added are removed. */
async function restore(id: number, before: readonly WatchlistEntry[], symbols: ReadonlySet<string>) {
  for (const entry of await readEntries(id)) {
    if (!symbols.has(entry.symbol)) continue;
    const path = { id: entry.watchlistItemId };
    const previous = before.find(({ watchlistItemId }) => watchlistItemId === entry.watchlistItemId);
    await (previous
      ? call('patch', '/api/watchlist-items/{id}', { path, payload: previousHolding(previous) })
      : call('delete', '/api/watchlist-items/{id}', { path }));
  }
}

/**
 * Imports a portfolio file in steps: the server previews each row, unknown symbols are followed if the user confirms, and the import
 * replaces the holdings in the file's tickers.
 */
export function useHoldingsImport(onDone: () => void) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportStep>({ step: 'choosing' });
  const [created, setCreated] = useState<number>();
  const refresh = () =>
    Promise.all(
      ['watchlists', 'holdings', 'tickers'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  const failed = (cause: unknown) =>
    setState({
      step: 'choosing',
      problem: cause instanceof ApiError ? cause.detail : "Couldn't reach the server. Nothing was imported.",
    });
  const listOf = async (target: Target): Promise<number> => {
    if ('id' in target) return target.id;
    if (created !== undefined) return created;
    const list = await call('post', '/api/watchlists', { payload: { name: target.name } });
    setCreated(list.id);
    return list.id;
  };
  const preview = async (listId: number, text: string, outcomes: readonly Outcome[]) =>
    setState({ step: 'preview', listId, text, report: await post(listId, text, true), outcomes });
  return {
    state,
    /** Shows what an import would do. */
    check: async (target: Target, text: string) => {
      setState({ step: 'checking' });
      try {
        await preview(await listOf(target), text, []);
      } catch (cause) {
        failed(cause);
      }
    },
    /** Follows symbols and previews again. */
    follow: async (listId: number, text: string, symbols: readonly string[]) => {
      setState({ step: 'following', symbols, outcomes: [] });
      const outcomes = await followAll(symbols, (soFar) =>
        setState({ step: 'following', symbols, outcomes: soFar }),
      );
      try {
        await preview(listId, text, outcomes);
      } catch (cause) {
        failed(cause);
      }
    },
    apply: async (listId: number, text: string) => {
      setState({ step: 'importing' });
      try {
        const before = await readEntries(listId);
        const report = await post(listId, text, false);
        const symbols = takenSymbols(report);
        const undo = () =>
          restore(listId, before, symbols)
            .catch(() => toast('Error', "Couldn't undo the whole import.", 'destructive'))
            .finally(refresh);
        const count = `${symbols.size} ${symbols.size === 1 ? 'ticker' : 'tickers'}`;
        toast('Holdings imported', count, 'default', { label: 'Undo', run: () => void undo() });
        onDone();
      } catch (cause) {
        failed(cause);
      }
      await refresh();
    },
    /** Returns to the choice of a file. */
    back: () => setState({ step: 'choosing' }),
    /** Removes the list that was created for a preview and not used. */
    cancel: () => {
      if (created !== undefined)
        void call('delete', '/api/watchlists/{id}', { path: { id: created } }).then(refresh, () => undefined);
    },
  };
}
