import { request } from './client';

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

/** Changes what is held of a list entry; omitted fields stay, null removes them. */
export const changeHolding = (itemId: number, payload: Partial<Holding>): Promise<unknown> =>
  request(`watchlist-items/${itemId}`, { method: 'PATCH', payload });

/** Returns what must be sent to undo a change: the lots, or quantity and cost. */
export function previousHolding({
  quantity = null,
  cost = null,
  lots = [],
}: Partial<Holding>): Partial<Holding> {
  return lots.length > 0 ? { lots } : { quantity, cost, lots: [] };
}
