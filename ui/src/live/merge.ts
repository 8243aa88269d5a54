import type { Extended, Ticker, TradingSession } from '~/api/types';

type Dated = Pick<Ticker, 'updatedAt'>;
/** The server's times at which a quote becomes stale and its market's session changes. */
type Expiring = Pick<Ticker, 'session' | 'stale' | 'sessionEndsAt' | 'nextSession' | 'staleAt'>;

/** Unix milliseconds; null sorts before every time. Not compared as text, where '…05Z' sorts after '…05.9Z'. */
const timeOf = (time: string | null) => (time === null ? Number.NEGATIVE_INFINITY : Date.parse(time));

/** Returns true if `a` was updated after `b`. */
export const isNewer = (a: Dated, b: Dated): boolean => timeOf(a.updatedAt) > timeOf(b.updatedAt);

/** A cached result of `merge` with the time span in which it is valid. */
interface Merged {
  live: Ticker | undefined;
  from: number;
  until: number;
  state: Ticker;
}

/** Keyed by the loaded row. Summaries merge hundreds of rows every second, and few of them have ticked. */
const merged = new WeakMap<Ticker, Merged>();

/**
 * Returns the state of a ticker at `now`: the live quote where it is newer than the loaded one. Returns the same object while
 * nothing changed.
 *
 * `stale` and `session` depend on the time, not on the quote: a message from an hour ago would say 'not stale' forever. Both are
 * computed from the clock and the times that the server gives.
 */
export function merge<T extends Ticker>(loaded: T, live: Ticker | undefined, now: number): T {
  const before = merged.get(loaded);
  if (before && before.live === live && now >= before.from && now < before.until) return before.state as T;
  const newer: T = live && isNewer(live, loaded) ? { ...loaded, ...live } : loaded;
  const extended = extendedOf(newer, loaded.extended, live?.extended);
  const newest: T = newer.extended === extended ? newer : { ...newer, extended };
  const hours = live ? laterSession(loaded, live) : loaded;
  const session = sessionAt(hours, now);
  const stale = isStale(newest, now);
  const state = newest.session === session && newest.stale === stale ? newest : { ...newest, session, stale };
  merged.set(loaded, { live, from: now, until: nextMoment(now, hours.sessionEndsAt, newest.staleAt), state });
  return state;
}

/** Returns the earliest of these times after `now`. */
function nextMoment(now: number, ...moments: (string | null)[]): number {
  const times = moments.map((moment) => (moment === null ? Number.NaN : Date.parse(moment)));
  return Math.min(...times.filter((time) => time > now));
}

/**
 * Returns the newest pre-market or after-hours price. It arrives with the last regular price, whose time stays as it was; the next
 * regular price replaces it.
 */
function extendedOf(regular: Dated, ...heard: (Extended | null | undefined)[]): Extended | null {
  let newest: Extended | null = null;
  for (const each of heard) if (each && isNewer(each, newest ?? regular)) newest = each;
  return newest;
}

/** Returns the later of two descriptions of a market's session, whichever quote is newer. */
function laterSession(a: Expiring, b: Expiring): Expiring {
  return timeOf(b.sessionEndsAt) > timeOf(a.sessionEndsAt) ? b : a;
}

function sessionAt({ session, sessionEndsAt, nextSession }: Expiring, now: number): TradingSession {
  return sessionEndsAt !== null && now >= Date.parse(sessionEndsAt) ? nextSession : session;
}

/** Returns true if a quote is older at `now` than usual for its source. */
export const isStale = ({ staleAt }: Pick<Ticker, 'staleAt'>, now: number): boolean =>
  staleAt !== null && now >= Date.parse(staleAt);

/** Returns true if more than half of the prices are stale. */
export const mostAreOld = (shown: readonly Pick<Ticker, 'staleAt'>[], now: number): boolean =>
  2 * shown.filter((quote) => isStale(quote, now)).length > shown.length;
