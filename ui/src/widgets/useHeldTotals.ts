import { holdingsQuery, watchlistTickersQuery } from '~/api/queries';
import { useQueries } from '~/api/useQueries';
import { useQuery } from '~/api/useQuery';
import { useQuotes } from '~/live/useQuotes';
import type { HeldTotals } from '~/market/heldEntry';
import { liveTotals } from '~/market/heldLive';

interface HeldState {
  /** Undefined while loading, and if nothing is held. */
  totals: HeldTotals | undefined;
  isLoaded: boolean;
  isError: boolean;
  /** When the holdings were received, in epoch milliseconds. */
  receivedAt: number;
}

/** Returns the value and the gains of what is held, of one list or of all lists, at the newest prices. */
export function useHeldTotals(listId?: number): HeldState {
  const { data: holdings, isError, dataUpdatedAt: receivedAt } = useQuery(holdingsQuery(listId));
  const ids = [...new Set((holdings?.positions ?? []).map(({ watchlistId }) => watchlistId))];
  const lists = useQueries({ queries: ids.map((id) => watchlistTickersQuery(id)) });
  const held = new Set(holdings?.positions.map(({ watchlistItemId }) => watchlistItemId));
  const entries = lists.flatMap(({ data }) => data?.tickers ?? []);
  const quotes = useQuotes(entries.filter(({ watchlistItemId }) => held.has(watchlistItemId)));
  const totals = holdings && liveTotals(holdings, quotes);
  return { totals, isLoaded: holdings !== undefined, isError, receivedAt };
}
