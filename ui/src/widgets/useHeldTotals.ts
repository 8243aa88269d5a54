import { holdingsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useQuotes } from '~/live/useQuotes';
import { type HoldingTotals, liveTotals } from '~/market/holdings';
import { useHeldRows } from './useHeldRows';

interface HeldState {
  /** Undefined while loading, and if nothing is held. */
  totals: HoldingTotals | undefined;
  isLoaded: boolean;
  isError: boolean;
  /** When the holdings were received, in epoch milliseconds. */
  receivedAt: number;
}

/** Returns the value and the gains of the holdings, of one list or of all lists, at the newest prices. */
export function useHeldTotals(listId?: number): HeldState {
  const { data: holdings, isError, dataUpdatedAt: receivedAt } = useQuery(holdingsQuery(listId));
  const { rows } = useHeldRows(holdings);
  const quotes = useQuotes(rows ?? []);
  const held = holdings?.positions.length ? holdings : undefined;
  // Until the list entries are loaded, the totals are the server's.
  const totals = held && (rows ? liveTotals(held.currency, quotes) : held);
  return { totals, isLoaded: holdings !== undefined, isError, receivedAt };
}
