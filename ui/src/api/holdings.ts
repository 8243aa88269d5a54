import type { HeldFields } from './types';

/** A change to a list entry's holding: omitted fields stay, null removes them. */
export type HoldingChange = Partial<Pick<HeldFields, 'quantity' | 'cost' | 'lots'>>;

/** Returns what must be sent to undo a change: the lots, or quantity and cost. */
export function previousHolding({ quantity = null, cost = null, lots = [] }: HoldingChange): HoldingChange {
  return lots.length > 0 ? { lots } : { quantity, cost, lots: [] };
}
