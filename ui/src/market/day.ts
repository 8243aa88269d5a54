import type { Ticker } from '~/api/types';
import { dateFormat, relativeTimeFormat } from './locale';

/**
 * A calendar day as YYYY-MM-DD. Days sort as text and are independent of time zones; only `dayOf` knows zones, because
 * it converts an instant to a day.
 */
export type Day = string;

const DAY_MS = 86_400_000;
/** The zone in which US companies report: `GET /api/earnings` uses its days. */
export const EXCHANGE_ZONE = 'America/New_York';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Defines the dates of a ticker's trading days: the exchange's time zone, and how many hours before midnight the day starts.
 */
export interface TradingDays {
  zone: string;
  lead: number;
}

type TradedTicker = Pick<Ticker, 'type' | 'timeZone' | 'session'>;

/** Trading days of US exchanges. */
export const US_DAYS: TradingDays = { zone: EXCHANGE_ZONE, lead: 0 };
const UTC_DAYS: TradingDays = { zone: 'UTC', lead: 0 };
/** US futures open at 6 PM New York time and currencies at 5 PM, so the evening belongs to the next trading day. */
const FUTURES_DAYS: TradingDays = { zone: EXCHANGE_ZONE, lead: 6 };
const CURRENCY_DAYS: TradingDays = { zone: EXCHANGE_ZONE, lead: 7 };

/** Returns the trading days of a ticker, dated like the server's daily bars. Round-the-clock markets use UTC days. */
export function tradingDays({ type, timeZone, session }: TradedTicker): TradingDays {
  if (type === 'crypto' || session === 'always') return UTC_DAYS;
  if (type === 'currency') return CURRENCY_DAYS;
  if (type === 'commodity' && (timeZone === null || timeZone.startsWith('America/'))) return FUTURES_DAYS;
  return timeZone === null || timeZone === EXCHANGE_ZONE ? US_DAYS : { zone: timeZone, lead: 0 };
}

/** Returns the trading day of an instant. */
export const tradingDayOf = (instant: string | number, { zone, lead }: TradingDays): Day =>
  dayOf(lead === 0 ? instant : new Date(instant).getTime() + lead * HOUR_MS, zone);

/**
 * Returns a function like `tradingDayOf` for instants in ascending order. It formats about one instant per day, because formatting takes
 * a third of a millisecond on a small computer.
 */
export function ascendingTradingDays({ zone, lead }: TradingDays): (instant: string) => Day {
  let [day, sameUntil] = ['', Number.NEGATIVE_INFINITY];
  return (instant) => {
    const time = Date.parse(instant) + lead * HOUR_MS;
    if (time >= sameUntil) {
      const part = partsOf(
        time,
        { ...DAY_PARTS, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
        zone,
      );
      day = dayFrom(part);
      // An hour less, because a day on which clocks are set forward has only 23.
      sameUntil = time + (23 - Number(part('hour'))) * HOUR_MS - Number(part('minute')) * MINUTE_MS;
    }
    return day;
  };
}

/** Returns the calendar day of an instant, in the user's time zone or in `timeZone`. */
export function dayOf(instant: string | number, timeZone?: string): Day {
  return dayFrom(partsOf(instant, DAY_PARTS, timeZone));
}

const DAY_PARTS: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
type Part = (type: Intl.DateTimeFormatPartTypes) => string;

function partsOf(instant: string | number, options: Intl.DateTimeFormatOptions, timeZone?: string): Part {
  const format = dateFormat({ ...options, ...(timeZone && { timeZone }) });
  const parts = format.formatToParts(new Date(instant));
  return (type) => parts.find((each) => each.type === type)?.value ?? '';
}

const dayFrom = (part: Part): Day => `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;

const toUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const fromUtc = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** Returns true for an existing day; false for '2026-02-30'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = toUtc(text);
  return !Number.isNaN(time) && fromUtc(time) === text;
}

export const addDays = (day: Day, count: number): Day => fromUtc(toUtc(day) + count * DAY_MS);

/** Returns the same day in another month, or the last day of that month. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((toUtc(to) - toUtc(from)) / DAY_MS);

/** Returns the weekday; 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(toUtc(day)).getUTCDay();

/** Returns the month of a day as '2026-11'. */
export const monthOf = (day: Day): string => day.slice(0, 7);

const format = (day: Day, options: Intl.DateTimeFormatOptions) =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(toUtc(day));

/** Formats a day as 'Friday, November 20, 2026'. */
export const formatLongDay = (day: Day): string => format(day, { dateStyle: 'full' });

/** Formats a day as 'Friday, November 20'. */
export const formatWeekday = (day: Day): string =>
  format(day, { weekday: 'long', month: 'long', day: 'numeric' });

/** Formats a day as 'Friday'. */
export const formatWeekdayName = (day: Day, length: 'long' | 'short' = 'long'): string =>
  format(day, { weekday: length });

/** Formats a day as 'November 20, 2026'. */
export const formatDay = (day: Day): string => format(day, { dateStyle: 'long' });

/** Formats a day as 'November 2026'. */
export const formatMonth = (day: Day): string => format(day, { month: 'long', year: 'numeric' });

/** Formats the month of a day as 'Nov'. */
export const formatMonthName = (day: Day): string => format(day, { month: 'short' });

/** Returns the line below `relativeDay`: 'Fri, Nov 20', or only 'Friday' if `relativeDay` already has the date. */
export function formatUnderRelative(day: Day, today: Day): string {
  const hasDate = relativeDay(day, today) === formatShortDay(day, today);
  if (hasDate) return formatWeekdayName(day);
  return format(day, { weekday: 'short', month: 'short', day: 'numeric' });
}

/** Formats a day as 'Nov 20', with the year if it is not the year of `today`. */
export function formatShortDay(day: Day, today: Day): string {
  const isSameYear = day.slice(0, 4) === today.slice(0, 4);
  return format(day, { month: 'short', day: 'numeric', ...(!isSameYear && { year: 'numeric' }) });
}

/** EARN-03: formats a day as 'Today', 'Tomorrow', 'Yesterday', 'In 4 days' or '4 days ago' within six days, else a short date. */
export function relativeDay(day: Day, today: Day): string {
  const ahead = daysBetween(today, day);
  if (ahead === 0) return 'Today';
  if (ahead === 1) return 'Tomorrow';
  if (ahead === -1) return 'Yesterday';
  if (ahead >= 2 && ahead <= 6) return `In ${ahead} days`;
  if (ahead <= -2 && ahead >= -6) return `${-ahead} days ago`;
  return formatShortDay(day, today);
}

/** Formats the distance from `today` in calendar days: 'today', 'tomorrow', 'in 8 days', 'yesterday', '3 days ago'. */
export function daysAwayText(day: Day, today: Day): string {
  return relativeTimeFormat({ numeric: 'auto' }).format(daysBetween(today, day), 'day');
}
