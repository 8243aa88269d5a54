import type { ExchangeSessions } from '~/api/types';
import { formatSpan } from './time';

/** The following midnight in the viewer's zone: days with a clock change have 23 or 25 hours. */
export const nextMidnight = (midnight: number): number => {
  const date = new Date(midnight);
  return date.setDate(date.getDate() + 1);
};

type Sessions = Pick<ExchangeSessions, 'sessions'>;

/** A part of a day, from 0 (its midnight) to 1 (the next). */
export interface Stretch {
  from: number;
  to: number;
}

/** The share of the day beginning at `midnight` that has passed at `time`, from 0 to 1. */
export const shareOfDay = (time: number, midnight: number): number =>
  Math.min(1, Math.max(0, (time - midnight) / (nextMidnight(midnight) - midnight)));

const spansOf = ({ sessions }: Sessions) =>
  sessions.map(({ opensAt, closesAt }) => [Date.parse(opensAt), Date.parse(closesAt)] as const);

/** The open hours of an exchange in the day beginning at `midnight`. */
export function stretchesOf(exchange: Sessions, midnight: number): Stretch[] {
  return spansOf(exchange)
    .map(([from, to]) => ({ from: shareOfDay(from, midnight), to: shareOfDay(to, midnight) }))
    .filter(({ from, to }) => to > from);
}

/** When an exchange closes (if open), opens next, and last closed, in milliseconds. */
export function changesOf(exchange: Sessions, now: number) {
  const spans = spansOf(exchange);
  return {
    closesAt: spans.find(([from, to]) => from <= now && now < to)?.[1],
    opensAt: spans.find(([from]) => from > now)?.[0],
    closedAt: spans.findLast(([, to]) => to <= now)?.[1],
  };
}

/** An exchange's row for one day. */
export interface Lane {
  name: string;
  open: boolean;
  stretches: Stretch[];
  /** 'New York closes in 1 h 28 min', 'Tokyo opens in 4 h', 'London closed'. */
  words: string;
}

/** The rows for the viewer's day and the share of the day that has passed; crypto is always open. */
export function exchangeClock(exchanges: readonly ExchangeSessions[], now: number) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const lanes = exchanges.map((exchange): Lane => {
    const { name } = exchange;
    const { closesAt, opensAt } = changesOf(exchange, now);
    return {
      name,
      open: closesAt !== undefined,
      stretches: stretchesOf(exchange, midnight),
      words:
        closesAt !== undefined
          ? `${name} closes in ${formatSpan(closesAt - now)}`
          : opensAt !== undefined
            ? `${name} opens in ${formatSpan(opensAt - now)}`
            : `${name} closed`,
    };
  });
  const crypto = { name: 'Crypto', open: true, stretches: [{ from: 0, to: 1 }], words: 'Crypto always open' };
  return { lanes: [...lanes, crypto], now: shareOfDay(now, midnight) };
}
