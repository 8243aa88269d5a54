import type { TickerDetail } from '~/api/types';
import { EXCHANGE_ZONE } from '~/market/day';

/** Traded on an exchange that keeps other hours than New York. */
export const isAbroad = ({ type, schedule, timeZone }: TickerDetail): boolean =>
  schedule !== null && timeZone !== EXCHANGE_ZONE && ['stock', 'etf', 'index'].includes(type);

/** An amount of another currency than the one that amounts are converted to, by a rate that is known. */
export const isConverted = ({ type, currency, displayRate }: TickerDetail): boolean =>
  displayRate !== null && displayRate.currency !== currency && type !== 'index' && type !== 'currency';

/** What a change of a price and one of its currency, both in percent, are together. */
export const compounded = (price: number, currency: number): number =>
  ((1 + price / 100) * (1 + currency / 100) - 1) * 100;

/** When a market that is closed opens; undefined where it is open, or nobody has said yet. */
export function openingOf(
  { session, nextSession, sessionEndsAt, schedule }: TickerDetail,
  now: number,
): string | undefined {
  if (session === 'regular' || !schedule) return;
  if (Date.parse(schedule.opensAt) > now) return schedule.opensAt;
  // A break in the middle of the day, as Tokyo has one.
  return nextSession === 'regular' && sessionEndsAt && Date.parse(sessionEndsAt) > now
    ? sessionEndsAt
    : undefined;
}

/** As the first word of a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
