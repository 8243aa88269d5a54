import type { ExchangeSessions } from '~/api/types';
import { sessionTimes } from '~/market/exchangeClock';

export interface ExchangeState {
  open: boolean;
  /** The next or last change, and its time in milliseconds. */
  change: { kind: 'opens' | 'closes' | 'closed'; at: number } | null;
}

/** An exchange that closed within this time shows its closing time; later it shows when it opens next. */
const RECENTLY_CLOSED_MS = 4 * 3_600_000;

/** The state of an exchange at `now`. During a midday break it is closed and opens soon. */
export function stateOf(exchange: Pick<ExchangeSessions, 'sessions'>, now: number): ExchangeState {
  const { closesAt, opensAt, closedAt } = sessionTimes(exchange, now);
  if (closesAt !== undefined) return { open: true, change: { kind: 'closes', at: closesAt } };
  const opensSoon = opensAt !== undefined && opensAt - now < RECENTLY_CLOSED_MS;
  if (closedAt !== undefined && now - closedAt < RECENTLY_CLOSED_MS && !opensSoon)
    return { open: false, change: { kind: 'closed', at: closedAt } };
  return { open: false, change: opensAt === undefined ? null : { kind: 'opens', at: opensAt } };
}
