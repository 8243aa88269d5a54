import type { Ticker, TickerType } from '~/api/types';
import { type Day, daysBetween, formatShortDay, formatWeekdayName, tradingDayOf, tradingDays } from './day';

type Dated = Pick<Ticker, 'type' | 'session' | 'timeZone' | 'updatedAt'>;

/** Weekdays name a session for as many days; older sessions have their date. */
const NAMED_DAYS = 6;

/** Only coins trade around the clock. The change of other tickers is that of a session. */
const isAroundTheClock = (type: TickerType) => type === 'crypto';

/** Returns the day of a ticker's session if it is not `today`, the exchange's current day (unknown until loaded). */
function pastSession(ticker: Dated, today: Day | undefined): { day: Day; isNamed: boolean } | undefined {
  if (!today || !ticker.updatedAt) return undefined;
  const day = tradingDayOf(ticker.updatedAt, tradingDays(ticker));
  return day < today ? { day, isNamed: daysBetween(day, today) <= NAMED_DAYS } : undefined;
}

/** The name of the change of a day: '24h' for coins, else 'Today', or the day of the last session: 'Fri', 'Nov 12'. */
export function dayChangeName(ticker: Dated, today: Day | undefined): string {
  if (isAroundTheClock(ticker.type)) return '24h';
  const past = pastSession(ticker, today);
  if (!past) return 'Today';
  return past.isNamed ? formatWeekdayName(past.day, 'short') : formatShortDay(past.day, today ?? past.day);
}

/** The same period after a figure: '+$1.20 in 24h', '+$1.20 today', '+$1.20 on Friday'. */
export function dayChangePeriod(ticker: Dated, today: Day | undefined): string {
  if (isAroundTheClock(ticker.type)) return 'in 24h';
  const past = pastSession(ticker, today);
  if (!past) return 'today';
  return `on ${past.isNamed ? formatWeekdayName(past.day) : formatShortDay(past.day, today ?? past.day)}`;
}

/** The volume of a coin covers 24 hours, that of other tickers their session. */
export const volumeName = (type: TickerType): string => (isAroundTheClock(type) ? 'Volume (24h)' : 'Volume');
