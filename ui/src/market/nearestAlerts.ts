import type { Alert } from '~/api/types';
import { formatRate } from './format';

type PriceAlert = Pick<Alert, 'active' | 'type' | 'condition' | 'value' | 'price' | 'and'>;
/** The price condition of an alert. */
type PriceCondition = Pick<Alert, 'condition' | 'value'>;

/** A price alert and its distance from the price. */
export interface NearAlert<A extends PriceAlert> {
  alert: A;
  value: number;
  /** The distance in percent of the price. */
  away: number;
  /** True if all conditions are met: the alert fires again only after the price has moved back. */
  isMet: boolean;
  /** 'Met, 0.23% above', '1.83% away' */
  distance: string;
}

/** A price within this percentage of the level is near it. */
export const NEAR_PERCENT = 0.5;

/** Formats the distance of a price from an alert level; `side` is the side of the level if the condition is met. */
export const distanceText = (away: number, side: string | null): string =>
  side === null ? `${formatRate(away)} away` : `Met, ${formatRate(away)} ${side}`;

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

/**
 * Returns the active price alerts: those that wait for the price, nearest first, then those whose condition is already met. Other
 * alerts have no distance.
 */
export function nearest<A extends PriceAlert>(alerts: readonly A[]): NearAlert<A>[] {
  return alerts
    .flatMap((alert): NearAlert<A>[] => {
      const { active, price } = alert;
      if (!active || price === null || price <= 0) return [];
      const conditions: { value: number; away: number; holds: boolean; condition: string | null }[] = [];
      for (const priceCondition of [alert, ...alert.and]) {
        const { type, condition, value } = priceCondition;
        if (type !== 'price' || condition === 'percent_change' || value === null) return [];
        const away = 100 * Math.abs(value / price - 1);
        conditions.push({ value, away, holds: isPastLevel(priceCondition, price), condition });
      }
      const decisive = decidingCondition(conditions);
      if (!decisive) return [];
      const { value, away, holds, condition } = decisive;
      return [{ alert, value, away, isMet: holds, distance: distanceText(away, holds ? condition : null) }];
    })
    .sort((a, b) => Number(a.isMet) - Number(b.isMet) || a.away - b.away);
}

/** Returns the closeness of a level that is `away` percent from the price: 100 at the level, negative beyond 10%. */
export const closeness = (away: number): number => 100 - 10 * away;
/** Returns the fill of the distance bar in percent: 0 from a distance of 10% on. */
export const distanceBarFill = (away: number): number => Math.max(0, closeness(away));
