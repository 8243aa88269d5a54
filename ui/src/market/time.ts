import { dayOf, daysBetween } from './day';
import { dateFormat, relativeTimeFormat } from './locale';

// Formats times in the user's time zone (D1). `now` is always an argument.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time as 'Nov 20, 2026'. A bare YYYY-MM-DD is a calendar day and is not converted between time zones. */
export function formatDate(value: string): string {
  const isCalendarDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  return dateFormat({ dateStyle: 'medium', ...(isCalendarDay && { timeZone: 'UTC' }) }).format(
    new Date(value),
  );
}

/** Formats a time as '2:32 PM EST'. */
export function formatClock(value: string | number): string {
  return dateFormat({
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(value));
}

/** Formats a time as '2:32 PM'; with `timeZone`, on the exchange's clock. */
export function formatTime(value: string | number, timeZone?: string): string {
  return dateFormat({
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  }).format(new Date(value));
}

/** Formats a time as 'Nov 20, 2:32:08 PM EST', for comparing two clocks. */
export function formatZonedClock(value: number, timeZone?: string): string {
  return dateFormat({
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(value));
}

/** Formats a time as 'Nov 20, 2:32 PM'. */
export function formatShortDateTime(value: string): string {
  return dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(
    new Date(value),
  );
}

/** Formats a time as 'Nov 20, 2026, 2:32 PM EST'. */
export function formatDateTime(value: string): string {
  const options: Intl.DateTimeFormatOptions = {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  };
  return dateFormat(options).format(new Date(value));
}

/** Formats a time as 'Nov 20, 2026, 2:32:08 PM EST'. */
export function formatExactTime(value: string): string {
  return dateFormat({
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(value));
}

/** Returns the city after which an IANA time zone is named: 'New York'. */
export const zoneCity = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** Formats the time on both clocks: '3:20 PM in Berlin, 9:20 AM your time'; undefined if both clocks show the same time. */
export function bothClocks(now: number, timeZone: string): string | undefined {
  const [exchangeTime, userTime] = [formatTime(now, timeZone), formatTime(now)];
  return exchangeTime === userTime
    ? undefined
    : `${exchangeTime} in ${zoneCity(timeZone)}, ${userTime} your time`;
}

/** Returns the user's time zone. */
export const ownZone = (): string => dateFormat({}).resolvedOptions().timeZone;

/** Formats a time as 'Mon 9:00 AM', on the clock of `timeZone`. */
export function formatWeekdayTime(value: string | number, timeZone?: string): string {
  const zone = timeZone && { timeZone };
  const weekday = dateFormat({ weekday: 'short', ...zone }).format(new Date(value));
  return `${weekday} ${formatTime(value, timeZone)}`;
}

/** Formats a time as 'Fri, Nov 20, 3:20 PM', on the clock of `timeZone`. */
export function formatDayTime(value: string | number, timeZone?: string): string {
  const day = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', ...(timeZone && { timeZone }) });
  return `${day.format(new Date(value))}, ${formatTime(value, timeZone)}`;
}

/** Formats a calendar day as 'Thu, Dec 24', without converting it between time zones. */
export const formatWeekday = (day: string): string =>
  dateFormat({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** Formats an instant on both clocks: 'Mon 9:00 AM in Tokyo, Sun 7:00 PM your time'; only once if they agree. */
export function timeOnBothClocks(value: string | number, timeZone: string): string {
  const [exchangeTime, userTime] = [formatWeekdayTime(value, timeZone), formatWeekdayTime(value)];
  return exchangeTime === userTime
    ? userTime
    : `${exchangeTime} in ${zoneCity(timeZone)}, ${userTime} your time`;
}

/** Formats a duration, rounded to two units at most: '18 min', '3 h 5 min', '2 days'. */
export function formatSpan(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span >= 2 * DAY) return `${Math.floor(span / DAY)} days`;
  if (span >= DAY) {
    const hours = Math.floor((span - DAY) / HOUR);
    return hours ? `1 day ${hours} h` : '1 day';
  }
  const minutes = Math.max(1, Math.ceil(span / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`;
}

/**
 * Formats the time until an instant: '18 min', '3 h 5 min', and from a day on in calendar days of the user's time zone, as between the
 * dates that are shown: '2 days' on a Saturday noon for a Monday morning.
 */
export function formatUntil(at: number, now: number): string {
  if (at - now < DAY) return formatSpan(at - now);
  const days = calendarDays(now, at);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Formats when something happens: 'in 3 h 5 min' within a day, then 'Mon 4:00 AM', and from a week on 'Nov 30, 4:00 AM'. */
export function formatWhen(at: number, now: number): string {
  if (at - now < DAY) return `in ${formatSpan(at - now)}`;
  return calendarDays(now, at) < 7 ? formatWeekdayTime(at) : formatShortDateTime(new Date(at).toISOString());
}

/** Returns the number of calendar days between two instants in the user's time zone; negative if `to` is earlier. */
const calendarDays = (from: number, to: number): number => daysBetween(dayOf(from), dayOf(to));

/** Formats a time relative to `now`: 'in 4 days', '2 hours ago', 'just now'. Days are calendar days. */
export function formatRelative(value: string, now: number): string {
  const difference = Date.parse(value) - now;
  const size = Math.abs(difference);
  if (size < MINUTE) return 'just now';
  const formatter = relativeTimeFormat({ numeric: 'always' });
  if (size < HOUR) return formatter.format(Math.trunc(difference / MINUTE), 'minute');
  if (size < DAY) return formatter.format(Math.trunc(difference / HOUR), 'hour');
  if (size < 60 * DAY) return formatter.format(calendarDays(now, now + difference), 'day');
  return formatter.format(Math.trunc(difference / (30 * DAY)), 'month');
}
