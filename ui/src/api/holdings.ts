import { request } from './client';
import { queryKeyOf } from './queries';

/** A purchase, or a sale with a negative quantity. */
export interface Lot {
  /** YYYY-MM-DD. */
  date: string;
  /** Units of the ticker. */
  quantity: number;
  /** Per unit, in the ticker's currency. */
  price: number;
  /** For the whole purchase, in the ticker's currency; null for none. */
  fee: number | null;
}

/** What is held of a list entry: a quantity with its average cost, or lots from which both follow. */
export interface Holding {
  quantity: number | null;
  /** Average cost per unit, in the ticker's currency. */
  cost: number | null;
  lots: readonly Lot[];
}

/** A position of a list, or of all lists. Amounts are in the display currency, except for `cost`. */
export interface Position {
  symbol: string;
  quantity: number;
  /** Average cost per unit, in `currency`; null if unknown. */
  cost: number | null;
  value: number | null;
  gain: number | null;
  gainPercent: number | null;
  dayGain: number | null;
  /** Share of the total value, in percent. */
  weight: number | null;
  /** The ticker's currency, an ISO code. */
  currency: string;
}

/** The holdings of a list, or of all lists. Null means unknown, never zero. */
export interface Holdings {
  /** The display currency, an ISO code. */
  currency: string;
  value: number | null;
  /** The total paid. */
  cost: number | null;
  gain: number | null;
  gainPercent: number | null;
  dayGain: number | null;
  dayGainPercent: number | null;
  /** The part of the gain that comes from exchange rates; null if a rate is unknown. */
  currencyEffect?: number | null;
  /** Expected dividends of the next twelve months. */
  income12m: number | null;
  positions: readonly Position[];
}

const MINUTE_MS = 60_000;

/** The holdings of a list; of all lists without an id. */
export function holdingsQuery(listId: number | null) {
  const url = listId === null ? 'holdings' : `watchlists/${listId}/holdings`;
  return {
    queryKey: queryKeyOf(url),
    queryFn: ({ signal }: { signal: AbortSignal }) => request(url, { signal }) as Promise<Holdings>,
    meta: { call: url },
    staleTime: 5000,
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: 'always',
  } as const;
}

/** Changes what is held of a list entry; omitted fields stay, null removes them. */
export const changeHolding = (itemId: number, payload: Partial<Holding>): Promise<unknown> =>
  request(`watchlist-items/${itemId}`, { method: 'PATCH', payload });
