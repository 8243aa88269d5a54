import type { ExchangeSessions } from '~/api/types';
import { formatSpan } from './time';

const DAY_MS = 86_400_000;

/** A stretch of the day, as shares of it. */
export interface Stretch {
  from: number;
  to: number;
}

/** An exchange on a day of 24 hours. */
export interface Lane {
  name: string;
  open: boolean;
  stretches: Stretch[];
  /** 'New York closes in 1 h 28 min', 'Tokyo opens in 4 h', 'London closed'. */
  words: string;
}

/** The lanes of the viewer's own day, and how much of it is over; coins are traded around the clock. */
export function exchangeClock(exchanges: readonly ExchangeSessions[], now: number) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const share = (at: number) => Math.min(1, Math.max(0, (at - midnight) / DAY_MS));
  const lanes = exchanges.map(({ name, sessions }): Lane => {
    const spans = sessions.map(
      ({ opensAt, closesAt }) => [Date.parse(opensAt), Date.parse(closesAt)] as const,
    );
    const current = spans.find(([from, to]) => from <= now && now < to);
    const next = spans.find(([from]) => from > now);
    return {
      name,
      open: current !== undefined,
      stretches: spans
        .map(([from, to]) => ({ from: share(from), to: share(to) }))
        .filter(({ from, to }) => to > from),
      words: current
        ? `${name} closes in ${formatSpan(current[1] - now)}`
        : next
          ? `${name} opens in ${formatSpan(next[0] - now)}`
          : `${name} closed`,
    };
  });
  const crypto = { name: 'Crypto', open: true, stretches: [{ from: 0, to: 1 }], words: 'Crypto always open' };
  return { lanes: [...lanes, crypto], now: share(now) };
}
