import type { Alert } from '~/api/types';

type PriceAlert = Pick<Alert, 'active' | 'type' | 'condition' | 'value' | 'price' | 'and'>;
/** One condition of an alert. */
type Line = Pick<Alert, 'condition' | 'value'>;

/** An alert on a price, and how far its line is from that. */
export interface NearAlert<A extends PriceAlert> {
  alert: A;
  value: number;
  /** Percent of the price. */
  away: number;
}

/** Whether a price is where a line asks for. */
const isBeyond = ({ condition, value }: Line, price: number) =>
  value !== null && (condition === 'above' ? price > value : condition === 'below' && price < value);

/**
 * Of several conditions the one that decides how far an alert is from firing: the farthest of those that do not hold, or, when all
 * do, the first that will end.
 */
export function deciding<C extends { holds: boolean; away: number }>(
  conditions: readonly C[],
): C | undefined {
  const open = conditions.filter(({ holds }) => !holds);
  const byDistance = (open.length > 0 ? open : conditions).toSorted((a, b) => a.away - b.away);
  return open.length > 0 ? byDistance.at(-1) : byDistance[0];
}

/** The watched alerts on prices, the nearest to their line first. What waits for anything else has no distance. */
export function nearest<A extends PriceAlert>(alerts: readonly A[]): NearAlert<A>[] {
  return alerts
    .flatMap((alert): NearAlert<A>[] => {
      const { active, price } = alert;
      if (!active || price === null || price <= 0) return [];
      const lines: { value: number; away: number; holds: boolean }[] = [];
      for (const line of [alert, ...alert.and]) {
        const { type, condition, value } = line;
        if (type !== 'price' || condition === 'percent_change' || value === null) return [];
        lines.push({ value, away: 100 * Math.abs(value / price - 1), holds: isBeyond(line, price) });
      }
      const line = deciding(lines);
      return line ? [{ alert, value: line.value, away: line.away }] : [];
    })
    .sort((a, b) => a.away - b.away);
}

/** How near a line is that is `away` percent from the price: 100 on it, below zero from 10 % on. */
export const closeness = (away: number): number => 100 - 10 * away;
/** How full the bar of a distance is: empty from 10 % on. */
export const nearness = (away: number): number => Math.max(0, closeness(away));
