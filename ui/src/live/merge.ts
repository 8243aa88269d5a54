import type { Extended, Ticker, TradingSession } from '~/api/types';

type Dated = Pick<Ticker, 'updatedAt'>;
/** When a quote counts as stale and when its market's session changes, as the server says them. */
type Expiring = Pick<Ticker, 'session' | 'stale' | 'sessionEndsAt' | 'nextSession' | 'staleAt'>;

/** Milliseconds; an unknown time is before every other. Times are compared as times: as text, '…05Z' follows '…05.9Z'. */
const timeOf = (time: string | null) => (time === null ? Number.NEGATIVE_INFINITY : Date.parse(time));

/** Whether `a` was true at a later time than `b`. */
export const isNewer = (a: Dated, b: Dated): boolean => timeOf(a.updatedAt) > timeOf(b.updatedAt);

/** What came of a loaded row and what was heard, and from when until when, by the clock, it is the same. */
interface Merged {
  live: Ticker | undefined;
  from: number;
  until: number;
  state: Ticker;
}

/** By the loaded row: a page sums up hundreds of them every second, of which few have ticked. */
const merged = new WeakMap<Ticker, Merged>();

/**
 * The state of a ticker at `now`: what was heard live where it is newer than what was loaded. The same object as long as
 * nothing of it has changed.
 *
 * Stale and session are no facts of a quote but of the time: a frame of an hour ago says 'not stale' for ever.
 * So both are read from the clock and from the moments the server gives for them.
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

/** The first of these moments that is still to come. */
function nextMoment(now: number, ...moments: (string | null)[]): number {
  const times = moments.map((moment) => (moment === null ? Number.NaN : Date.parse(moment)));
  return Math.min(...times.filter((time) => time > now));
}

/**
 * The newest price from before or after the session. It comes with the last regular price, whose time is no newer for
 * it; the next regular price ends it.
 */
function extendedOf(regular: Dated, ...heard: (Extended | null | undefined)[]): Extended | null {
  let newest: Extended | null = null;
  for (const each of heard) if (each && isNewer(each, newest ?? regular)) newest = each;
  return newest;
}

/** Of two descriptions of one market's session the later one, whichever of both quotes is newer. */
function laterSession(a: Expiring, b: Expiring): Expiring {
  return timeOf(b.sessionEndsAt) > timeOf(a.sessionEndsAt) ? b : a;
}

function sessionAt({ session, sessionEndsAt, nextSession }: Expiring, now: number): TradingSession {
  return sessionEndsAt !== null && now >= Date.parse(sessionEndsAt) ? nextSession : session;
}

/** Whether a quote is older at `now` than its source usually is. */
export const isStale = ({ staleAt }: Pick<Ticker, 'staleAt'>, now: number): boolean =>
  staleAt !== null && now >= Date.parse(staleAt);

/** Whether more than half of the prices are old: a page of such is not live. */
export const mostAreOld = (shown: readonly Pick<Ticker, 'staleAt'>[], now: number): boolean =>
  2 * shown.filter((quote) => isStale(quote, now)).length > shown.length;
