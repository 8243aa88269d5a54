import { dateFormat } from './locale';
import { formatTime, zoneCity } from './time';

/** The viewer's own time zone. */
export const ownZone = (): string => dateFormat({}).resolvedOptions().timeZone;

/** 'Mon 9:00 AM', on the clock of `timeZone`. */
export function formatWeekdayTime(value: string | number, timeZone?: string): string {
  const zone = timeZone && { timeZone };
  const weekday = dateFormat({ weekday: 'short', ...zone }).format(new Date(value));
  return `${weekday} ${formatTime(value, timeZone)}`;
}

/** 'Fri, Nov 20, 3:20 PM', on the clock of `timeZone`. */
export function formatDayTime(value: string | number, timeZone?: string): string {
  const day = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', ...(timeZone && { timeZone }) });
  return `${day.format(new Date(value))}, ${formatTime(value, timeZone)}`;
}

/** 'Thu, Dec 24': a calendar day, which is moved between no zones. */
export const formatWeekday = (day: string): string =>
  dateFormat({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** 'Mon 9:00 AM in Tokyo, Sun 7:00 PM your time': a moment on both clocks; once where they show the same. */
export function momentOnBothClocks(value: string | number, timeZone: string): string {
  const [theirs, ours] = [formatWeekdayTime(value, timeZone), formatWeekdayTime(value)];
  return theirs === ours ? ours : `${theirs} in ${zoneCity(timeZone)}, ${ours} your time`;
}
