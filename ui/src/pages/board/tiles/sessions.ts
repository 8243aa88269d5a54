import type { ExchangeSessions } from '~/api/types';
import { changesOf } from '~/market/exchangeClock';

export interface ExchangeState {
  open: boolean;
  /** What happens next, or what happened last: when, in milliseconds. */
  change: { kind: 'opens' | 'closes' | 'closed'; at: number } | null;
}

/** What closed within this time is told as closed; before that, when it opens next. */
const RECENTLY_CLOSED_MS = 4 * 3_600_000;

/** How an exchange is at `now`. A break at noon is closed, and opens soon. */
export function stateOf(exchange: Pick<ExchangeSessions, 'sessions'>, now: number): ExchangeState {
  const { closesAt, opensAt, closedAt } = changesOf(exchange, now);
  if (closesAt !== undefined) return { open: true, change: { kind: 'closes', at: closesAt } };
  const opensSoon = opensAt !== undefined && opensAt - now < RECENTLY_CLOSED_MS;
  if (closedAt !== undefined && now - closedAt < RECENTLY_CLOSED_MS && !opensSoon)
    return { open: false, change: { kind: 'closed', at: closedAt } };
  return { open: false, change: opensAt === undefined ? null : { kind: 'opens', at: opensAt } };
}
