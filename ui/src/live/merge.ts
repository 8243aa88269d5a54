import type { Extended, Ticker, TradingSession } from '~/api/types';

type Dated = Pick<Ticker, 'updatedAt'>;
/** The server's times at which a quote becomes stale and its market's session changes. */
type Expiring = Pick<Ticker, 'session' | 'stale' | 'sessionEndsAt' | 'nextSession' | 'staleAt'>;

/** The price of a ticker at an earlier time, shown during a replay. */
export interface PastQuote extends Partial<Pick<Ticker, 'price'>>, Pick<Ticker, 'change24h' | 'extended'> {
  isPast: true;
}

/** A quote received from the server, or one of an earlier time. */
export type ShownQuote = Ticker | PastQuote;

const isPast = (quote: ShownQuote | undefined): quote is PastQuote =>
  quote !== undefined && 'isPast' in quote;

/** Returns Unix milliseconds; null is before every time. Times can't be compared as text, because '…05Z' sorts after '…05.9Z'. */
const timeOf = (time: string | null) => (time === null ? Number.NEGATIVE_INFINITY : Date.parse(time));

/** Returns true if `a` was updated after `b`. */
export const isNewer = (a: Dated, b: Dated): boolean => timeOf(a.updatedAt) > timeOf(b.updatedAt);

/** A cached result of `merge` with the time span in which it is valid. */
interface MergeResult {
  live: ShownQuote | undefined;
  from: number;
  until: number;
  state: Ticker;
}

/** Cached results by loaded row. Summaries merge hundreds of rows every second, and few of them have changed. */
const results = new WeakMap<Ticker, MergeResult>();

/**
 * Returns the state of a ticker at `now`, with the live quote if it is newer than the loaded one, or with a past quote. Returns the same
 * object while nothing changed.
 *
 * `stale` and `session` change with time even without a new quote, so both are computed from the clock and the times that the server
 * sent.
 */
export function merge<T extends Ticker>(loaded: T, live: ShownQuote | undefined, now: number): T {
  const cached = results.get(loaded);
  if (cached && cached.live === live && now >= cached.from && now < cached.until) return cached.state as T;
  if (isPast(live)) {
    const state = { ...loaded, ...live };
    results.set(loaded, { live, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, state });
    return state;
  }
  const newer: T = live && isNewer(live, loaded) ? { ...loaded, ...live } : loaded;
  const extended = extendedOf(newer, loaded.extended, live?.extended);
  const newest: T = newer.extended === extended ? newer : { ...newer, extended };
  const hours = live ? laterSession(loaded, live) : loaded;
  const session = sessionAt(hours, now);
  const stale = isStale(newest, now);
  const state = newest.session === session && newest.stale === stale ? newest : { ...newest, session, stale };
  results.set(loaded, {
    live,
    from: now,
    until: nextChange(now, hours.sessionEndsAt, newest.staleAt),
    state,
  });
  return state;
}

/** Returns the earliest of these times after `now`. */
function nextChange(now: number, ...moments: (string | null)[]): number {
  const times = moments.map((moment) => (moment === null ? Number.NaN : Date.parse(moment)));
  return Math.min(...times.filter((time) => time > now));
}

/**
 * Returns the newest pre-market or after-hours price; null if the regular price is newer. An update of an extended-hours price contains
 * the unchanged regular price.
 */
function extendedOf(regular: Dated, ...prices: (Extended | null | undefined)[]): Extended | null {
  let newest: Extended | null = null;
  for (const price of prices) if (price && isNewer(price, newest ?? regular)) newest = price;
  return newest;
}

/** Returns the ticker whose session ends later, regardless of which quote is newer. */
function laterSession(a: Expiring, b: Expiring): Expiring {
  return timeOf(b.sessionEndsAt) > timeOf(a.sessionEndsAt) ? b : a;
}

function sessionAt({ session, sessionEndsAt, nextSession }: Expiring, now: number): TradingSession {
  return sessionEndsAt !== null && now >= Date.parse(sessionEndsAt) ? nextSession : session;
}

/** Returns true if a quote is older at `now` than usual for its source. The server computes `staleAt` (`src/domain/quote/stale.rs`). */
export const isStale = ({ staleAt }: Pick<Ticker, 'staleAt'>, now: number): boolean =>
  staleAt !== null && now >= Date.parse(staleAt);

/** Returns true if more than half of the prices are stale. */
export const mostAreStale = (shown: readonly Pick<Ticker, 'staleAt'>[], now: number): boolean =>
  2 * shown.filter((quote) => isStale(quote, now)).length > shown.length;
