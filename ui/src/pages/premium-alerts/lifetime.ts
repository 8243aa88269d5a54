import { dayOf } from '~/market/day';
import { formatDayTime, formatTime } from '~/market/time';

/** Snooze and end times of alerts. */

export const PAST = 'Choose a time in the future.';

/**
 * Parses the value of a `datetime-local` field in the browser's zone; null if it is empty (as it is for scripts until
 * filled in).
 */
export function momentOf(field: string): Date | null {
  const moment = new Date(field);
  return field === '' || Number.isNaN(moment.getTime()) ? null : moment;
}

/** Formats an instant for a `datetime-local` field: '2026-11-30T09:00'. */
export const fieldOf = (moment: string | null): string =>
  moment === null ? '' : `${dayOf(moment)}T${new Date(moment).toTimeString().slice(0, 5)}`;

/** A future time: '2:32 PM' if it is today, else 'Nov 24, 9:00 AM'. */
export const untilWhen = (moment: string, now: number): string =>
  dayOf(moment) === dayOf(now) ? formatTime(moment) : formatDayTime(moment);

/** Returns the time if it is in the future at `now`, else null. */
export const toCome = (moment: string | null, now: number): string | null =>
  moment !== null && Date.parse(moment) > now ? moment : null;

const HOUR = 3_600_000;
const MORNING = 9;

/** Snooze durations with their end times. */
export function snoozes(now: number): { label: string; until: string }[] {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING, 0, 0, 0);
  const week = new Date(now);
  week.setDate(week.getDate() + 7);
  return [
    { label: '1 hour', until: new Date(now + HOUR).toISOString() },
    { label: '4 hours', until: new Date(now + 4 * HOUR).toISOString() },
    { label: `Until tomorrow, ${formatTime(morning.getTime())}`, until: morning.toISOString() },
    { label: '1 week', until: week.toISOString() },
  ];
}
