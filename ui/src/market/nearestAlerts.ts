import type { Alert } from '~/api/types';

type PriceAlert = Pick<Alert, 'active' | 'type' | 'condition' | 'value' | 'price'>;

/** An alert on a price, and how far its line is from that. */
export interface NearAlert<A extends PriceAlert> {
  alert: A;
  value: number;
  /** Percent of the price. */
  away: number;
}

/** The watched alerts on prices, the nearest to their line first. What waits for no price has no distance. */
export function nearest<A extends PriceAlert>(alerts: readonly A[]): NearAlert<A>[] {
  return alerts
    .flatMap((alert): NearAlert<A>[] => {
      const { active, type, condition, value, price } = alert;
      const hasLine = active && type === 'price' && condition !== 'percent_change';
      if (!hasLine || value === null || price === null || price <= 0) return [];
      return [{ alert, value, away: 100 * Math.abs(value / price - 1) }];
    })
    .sort((a, b) => a.away - b.away);
}

/** How near a line is that is `away` percent from the price: 100 on it, below zero from 10 % on. */
export const closeness = (away: number): number => 100 - 10 * away;
/** How full the bar of a distance is: empty from 10 % on. */
export const nearness = (away: number): number => Math.max(0, closeness(away));
