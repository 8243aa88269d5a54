import type { TickerDetail } from '~/api/types';
import { EXCHANGE_ZONE } from '~/market/day';
import { isMoney } from '~/market/format';

/** True for an exchange with other hours than New York. */
export const isAbroad = ({ type, schedule, timeZone }: TickerDetail): boolean =>
  schedule !== null && timeZone !== EXCHANGE_ZONE && ['stock', 'etf', 'index'].includes(type);

/** True if the price is in another currency than the display currency and its rate is known. */
export const isConverted = (ticker: TickerDetail): boolean =>
  ticker.displayRate !== null && ticker.displayRate.currency !== ticker.currency && isMoney(ticker);

/** Combines the changes of a price and its currency, all in percent. */
export const compounded = (price: number, currency: number): number =>
  ((1 + price / 100) * (1 + currency / 100) - 1) * 100;

/** When a closed market opens; undefined if it is open or the time is unknown. */
export function openingOf(
  { session, nextSession, sessionEndsAt, schedule }: TickerDetail,
  now: number,
): string | undefined {
  if (session === 'regular' || !schedule) return;
  if (Date.parse(schedule.opensAt) > now) return schedule.opensAt;
  // A midday break, as in Tokyo.
  return nextSession === 'regular' && sessionEndsAt && Date.parse(sessionEndsAt) > now
    ? sessionEndsAt
    : undefined;
}

/** Capitalizes the first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
