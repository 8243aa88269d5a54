import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { ImportReport } from '~/api/types';
import type { RowReport } from '~/components/table/ReportRows';
import { followAll, type Outcome } from '~/widgets/TickerSearch/followAll';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import type { Entries } from './parseEntries';

export type ImportStep =
  | { step: 'checking' }
  | { step: 'asking'; unknown: readonly string[] }
  | { step: 'following'; unknown: readonly string[]; outcomes: readonly Outcome[] }
  | { step: 'adding' }
  | { step: 'done'; rows: readonly RowReport[] }
  | { step: 'failed'; text: string };

/**
 * Imports the entries of a file or a pasted list. Unknown symbols are looked up and followed first, after one question,
 * if the market supports it; every row is reported.
 */
export function useListImport(listId: number) {
  const client = useQueryClient();
  const canFollow = useCanFollow();
  const [state, setState] = useState<ImportStep>();
  const startImport = ({ entries }: Entries, preview: boolean) =>
    call('post', '/api/watchlists/{id}/import', {
      path: { id: listId },
      query: { preview },
      payload: entries,
    });
  const failed = (cause: unknown) =>
    setState({
      step: 'failed',
      text: cause instanceof ApiError ? cause.detail : "Couldn't reach the server. Nothing was added.",
    });
  const add = async (list: Entries, outcomes: readonly Outcome[]) => {
    setState({ step: 'adding' });
    try {
      const report = await startImport(list, false);
      setState({ step: 'done', rows: rowsOf(list, report, outcomes) });
    } catch (cause) {
      failed(cause);
    }
    await Promise.all(['watchlists', 'tickers'].map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
  return {
    state,
    /** Starts the import; asks if there are unknown symbols. */
    begin: async (list: Entries) => {
      setState({ step: 'checking' });
      try {
        const { unknown } = await startImport(list, true);
        if (canFollow && unknown.length > 0) setState({ step: 'asking', unknown: once(unknown) });
        else await add(list, []);
      } catch (cause) {
        failed(cause);
      }
    },
    /** Answers the question: follows the unknown symbols. */
    go: async (list: Entries, unknown: readonly string[]) => {
      setState({ step: 'following', unknown, outcomes: [] });
      const outcomes = await followAll(unknown, (soFar) =>
        setState({ step: 'following', unknown, outcomes: soFar }),
      );
      await add(list, outcomes);
    },
    /** Answers the question: leaves out the unknown symbols. */
    skip: (list: Entries) => add(list, []),
    reset: () => setState(undefined),
  };
}

const once = (symbols: readonly string[]) => [...new Set(symbols)];

/** The results by row, in the order of the list. */
export function rowsOf(
  { entries, skipped }: Entries,
  { present, unknown }: ImportReport,
  outcomes: readonly Outcome[],
): RowReport[] {
  const rows = entries.map(({ symbol }): RowReport => {
    const outcome = outcomes.find((each) => each.symbol === symbol);
    if (unknown.includes(symbol))
      return { name: symbol, ok: false, text: outcome?.reason ?? `There's no ticker named ${symbol} here.` };
    if (present.includes(symbol)) return { name: symbol, ok: true, text: 'Already in this list' };
    return { name: symbol, ok: true, text: outcome ? 'Followed and added' : 'Added' };
  });
  return [
    ...rows,
    ...skipped.map((row) => ({ name: `Row ${row}`, ok: false, text: 'This row has no symbol.' })),
  ];
}
