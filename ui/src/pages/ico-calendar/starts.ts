import type { Ico } from '~/api/types';
import { type Day, dayOf, monthOf } from '~/market/day';
import { formatSpan } from '~/market/time';
import { countPerDay } from '~/widgets/MonthCalendar/month';

/** How many cards the Upcoming and Spotlight tabs have. */
const MAX_CARDS = 3;
/** How many that run stand beside the calendar. */
const RUNNING = 5;

/**
 * The day an offering starts: that of the viewer's own calendar, for its start is an instant, shown in
 * the viewer's zone everywhere else.
 */
const startDay = (ico: Ico): Day => dayOf(ico.startDate);

const byStart = (a: Ico, b: Ico) => Date.parse(a.startDate) - Date.parse(b.startDate);

/** How many offerings start on each day. */
export const startsPerDay = (icos: readonly Ico[]): Map<Day, number> => countPerDay(icos.map(startDay));

/** ICOC-02. */
export const startingOn = (icos: readonly Ico[], day: Day): readonly Ico[] =>
  icos.filter((ico) => startDay(ico) === day);

/** Every offering that starts in the month of a day, earliest first. */
export const startingInMonthOf = (icos: readonly Ico[], day: Day): readonly Ico[] =>
  icos.filter((ico) => monthOf(startDay(ico)) === monthOf(day)).sort(byStart);

/** The next offerings that start after the month of a day, earliest first. */
export const startingAfterMonthOf = (icos: readonly Ico[], day: Day, most: number): readonly Ico[] =>
  icos
    .filter((ico) => monthOf(startDay(ico)) > monthOf(day))
    .sort(byStart)
    .slice(0, most);

/** ICOC-03: the upcoming offerings that start soonest. */
export const nearestUpcoming = (icos: readonly Ico[]): readonly Ico[] =>
  icos
    .filter((ico) => ico.status === 'upcoming')
    .sort(byStart)
    .slice(0, MAX_CARDS);

/** ICOC-04: the active offerings that raised most; one of which nothing is known comes last. */
export const topByRaised = (icos: readonly Ico[]): readonly Ico[] =>
  icos
    .filter((ico) => ico.status === 'active')
    .sort((a, b) => (b.raisedAmount ?? -1) - (a.raisedAmount ?? -1))
    .slice(0, MAX_CARDS);

/** The active offerings, the one that ends first before the others. */
export const byEndDate = (icos: readonly Ico[]): readonly Ico[] =>
  icos
    .filter((ico) => ico.status === 'active')
    .sort((a, b) => Date.parse(a.endDate) - Date.parse(b.endDate))
    .slice(0, RUNNING);

/** '1 day 21 h' until an instant; undefined once it is over, as with a status its source has pinned. */
export function timeUntil(instant: string, now: number): string | undefined {
  const left = Date.parse(instant) - now;
  return left > 0 ? formatSpan(left) : undefined;
}

/** At most `length` characters of a text, with an ellipsis where some were cut off; none hangs on a full stop. */
export function truncate(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length)
    .join('')
    .replace(/[\s.,;:]+$/, '')}…`;
}
