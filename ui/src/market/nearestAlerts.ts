import type { Alert } from '~/api/types';

type PriceAlert = Pick<Alert, 'active' | 'type' | 'condition' | 'value' | 'price' | 'and'>;
/** The price condition of an alert. */
type PriceCondition = Pick<Alert, 'condition' | 'value'>;

/** A price alert and its distance from the price. */
export interface NearAlert<A extends PriceAlert> {
  alert: A;
  value: number;
  /** The distance in percent of the price. */
  away: number;
  /** 'above' or 'below' if the price is already past the level, else 'away': '0.23% above', '1.83% away'. */
  side: string;
}

/** Returns true if the price is already past the level, on the side that the condition watches for. */
export const isPastLevel = ({ condition, value }: PriceCondition, price: number): boolean =>
  value !== null && (condition === 'above' ? price > value : condition === 'below' && price < value);

/**
 * Of several conditions, returns the one that determines the distance from firing: the farthest unmet one or, if all
 * are met, the one closest to ending.
 */
export function decidingCondition<C extends { holds: boolean; away: number }>(
  conditions: readonly C[],
): C | undefined {
  const unmet = conditions.filter(({ holds }) => !holds);
  const byDistance = (unmet.length > 0 ? unmet : conditions).toSorted((a, b) => a.away - b.away);
  return unmet.length > 0 ? byDistance.at(-1) : byDistance[0];
}

/** Returns the active price alerts, nearest first. Other alerts have no distance. */
export function nearest<A extends PriceAlert>(alerts: readonly A[]): NearAlert<A>[] {
  return alerts
    .flatMap((alert): NearAlert<A>[] => {
      const { active, price } = alert;
      if (!active || price === null || price <= 0) return [];
      const conditions: { value: number; away: number; holds: boolean; side: string }[] = [];
      for (const priceCondition of [alert, ...alert.and]) {
        const { type, condition, value } = priceCondition;
        if (type !== 'price' || condition === 'percent_change' || value === null) return [];
        const holds = isPastLevel(priceCondition, price);
        conditions.push({
          value,
          away: 100 * Math.abs(value / price - 1),
          holds,
          side: (holds && condition) || 'away',
        });
      }
      const decisive = decidingCondition(conditions);
      return decisive ? [{ alert, value: decisive.value, away: decisive.away, side: decisive.side }] : [];
    })
    .sort((a, b) => a.away - b.away);
}

/** Returns the closeness of a level that is `away` percent from the price: 100 at the level, negative beyond 10%. */
export const closeness = (away: number): number => 100 - 10 * away;
/** Returns the fill of the distance bar in percent: 0 from a distance of 10% on. */
export const distanceBarFill = (away: number): number => Math.max(0, closeness(away));
