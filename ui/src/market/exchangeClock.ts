import type { ExchangeSessions } from '~/api/types';
import { formatWhen } from './time';

/** Returns the following midnight in the user's time zone. Days with a clock change have 23 or 25 hours. */
export const nextMidnight = (midnight: number): number => {
  const date = new Date(midnight);
  return date.setDate(date.getDate() + 1);
};

type Sessions = Pick<ExchangeSessions, 'sessions'>;

/** A part of a day, in fractions from 0 (its midnight) to 1 (the next midnight). */
export interface OpenHours {
  from: number;
  to: number;
}

/** Returns the fraction of the day starting at `midnight` that has passed at `time`, from 0 to 1. */
export const fractionOfDay = (time: number, midnight: number): number =>
  Math.min(1, Math.max(0, (time - midnight) / (nextMidnight(midnight) - midnight)));

const spansOf = ({ sessions }: Sessions) =>
  sessions.map(({ opensAt, closesAt }) => [Date.parse(opensAt), Date.parse(closesAt)] as const);

/** Returns the open hours of an exchange in the day starting at `midnight`. */
export function openHoursOf(exchange: Sessions, midnight: number): OpenHours[] {
  return spansOf(exchange)
    .map(([from, to]) => ({ from: fractionOfDay(from, midnight), to: fractionOfDay(to, midnight) }))
    .filter(({ from, to }) => to > from);
}

/** Returns when an exchange closes (if open), opens next, and last closed, in Unix milliseconds. */
export function sessionTimes(exchange: Sessions, now: number) {
  const spans = spansOf(exchange);
  return {
    closesAt: spans.find(([from, to]) => from <= now && now < to)?.[1],
    opensAt: spans.find(([from]) => from > now)?.[0],
    closedAt: spans.findLast(([, to]) => to <= now)?.[1],
  };
}

/** An exchange's row of the clock for one day. */
export interface Lane {
  name: string;
  open: boolean;
  openHours: OpenHours[];
  /** 'New York closes in 1 h 28 min', 'Tokyo opens in 4 h', 'London closed'. */
  text: string;
}

/** Returns a row per exchange for the user's day, one for crypto (always open), and the fraction of the day that has passed. */
export function exchangeClock(exchanges: readonly ExchangeSessions[], now: number) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const lanes = exchanges.map((exchange): Lane => {
    const { name } = exchange;
    const { closesAt, opensAt } = sessionTimes(exchange, now);
    return {
      name,
      open: closesAt !== undefined,
      openHours: openHoursOf(exchange, midnight),
      text:
        closesAt !== undefined
          ? `${name} closes ${formatWhen(closesAt, now)}`
          : opensAt !== undefined
            ? `${name} opens ${formatWhen(opensAt, now)}`
            : `${name} closed`,
    };
  });
  const crypto = { name: 'Crypto', open: true, openHours: [{ from: 0, to: 1 }], text: 'Crypto always open' };
  return { lanes: [...lanes, crypto], now: fractionOfDay(now, midnight) };
}
