import type { Alert } from '~/api/types';
import type { Measure } from './progress';

/** Orders of the active alerts. */
export const ORDERS = [
  { value: 'nearest', label: 'Closest to firing' },
  { value: 'newest', label: 'Newest' },
  { value: 'fired', label: 'Last fired' },
  { value: 'ticker', label: 'Ticker' },
] as const;
export type Order = (typeof ORDERS)[number]['value'];
export const ORDER_VALUES = ['nearest', 'newest', 'fired', 'ticker'] as const satisfies readonly Order[];

type Ordered = Pick<Alert, 'id' | 'symbol' | 'createdAt' | 'lastFiredAt'>;

const NEVER = '';
const newest = (a: Ordered, b: Ordered) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id;

type Progress = Pick<Measure, 'closeness' | 'rearms'> | null;

/** Alerts with a distance come before those without one, and those that are already met come last. */
const groupOf = (progress: Progress): number => (progress === null ? 1 : progress.rearms === null ? 0 : 2);

/**
 * Sorts alerts. `progressOf` returns how close one is to firing. Alerts with an id above `fresh` were just created and come
 * first (ALRT-03), newest first.
 */
export function ordered<A extends Ordered>(
  alerts: readonly A[],
  order: Order,
  progressOf: (alert: A) => Progress,
  fresh = Number.POSITIVE_INFINITY,
): A[] {
  const by: Record<Order, (a: A, b: A) => number> = {
    nearest: (a, b) => {
      const [one, other] = [progressOf(a), progressOf(b)];
      const byDistance = (other?.closeness ?? 0) - (one?.closeness ?? 0);
      return groupOf(one) - groupOf(other) || byDistance || newest(a, b);
    },
    newest,
    fired: (a, b) => (b.lastFiredAt ?? NEVER).localeCompare(a.lastFiredAt ?? NEVER) || newest(a, b),
    ticker: (a, b) => a.symbol.localeCompare(b.symbol) || newest(a, b),
  };
  const isFresh = ({ id }: A) => Number(id > fresh);
  return alerts.toSorted((a, b) => isFresh(b) - isFresh(a) || (isFresh(a) ? newest(a, b) : by[order](a, b)));
}

/** Returns true if every word of a search is in one of these texts. */
export function matches(search: string, texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
