import type { EarningsEvent } from '~/api/types';
import { addDays, type Day, daysBetween } from '~/market/day';
import { surpriseResult } from '~/market/surprise';
import { weekStart } from '~/market/week';
import { countPerDay } from '~/widgets/MonthCalendar/month';

/** EARN-03, EARN-04: days that the tabs cover, ahead and back. */
const WINDOW_DAYS = 7;

/** Sorted by time of day; an unknown session comes last. */
const SESSIONS = ['before', 'during', 'after'] as const;
const rank = ({ time }: EarningsEvent) => (time ? SESSIONS.indexOf(time) : SESSIONS.length);

const byTime = (a: EarningsEvent, b: EarningsEvent) => rank(a) - rank(b) || a.symbol.localeCompare(b.symbol);
const oldestFirst = (a: EarningsEvent, b: EarningsEvent) => a.date.localeCompare(b.date) || byTime(a, b);
const newestFirst = (a: EarningsEvent, b: EarningsEvent) => b.date.localeCompare(a.date) || byTime(a, b);

export const isReported = (event: EarningsEvent): boolean => event.actualEPS !== null;

/** EARN-02: number of reports per day. */
export const eventsPerDay = (events: readonly EarningsEvent[]): Map<Day, number> =>
  countPerDay(events.map((event) => event.date));

/** EARN-02: the reports of a day, by session and symbol. */
export const eventsOn = (events: readonly EarningsEvent[], day: Day): readonly EarningsEvent[] =>
  events.filter((event) => event.date === day).sort(byTime);

/**
 * The other days of the same week that have reports, in order and with their reports. Weeks begin on `weekday` (0 is
 * Sunday).
 */
export function restOfWeek(
  events: readonly EarningsEvent[],
  day: Day,
  weekday: number,
): { day: Day; events: readonly EarningsEvent[] }[] {
  const start = weekStart(day, weekday);
  return [0, 1, 2, 3, 4, 5, 6]
    .map((ahead) => addDays(start, ahead))
    .filter((each) => each !== day)
    .map((each) => ({ day: each, events: eventsOn(events, each) }))
    .filter((each) => each.events.length > 0);
}

/** EARN-03: 0 to 7 days ahead and not reported yet, in date order. */
export const upcoming = (events: readonly EarningsEvent[], today: Day): readonly EarningsEvent[] =>
  events
    .filter((event) => {
      const ahead = daysBetween(today, event.date);
      return ahead >= 0 && ahead <= WINDOW_DAYS && !isReported(event);
    })
    .sort(oldestFirst);

/** EARN-04: reports of the past 7 days, newest first; today's only if already reported. */
export const recent = (events: readonly EarningsEvent[], today: Day): readonly EarningsEvent[] =>
  events
    .filter((event) => {
      const back = daysBetween(event.date, today);
      return back <= WINDOW_DAYS && (back > 0 || (back === 0 && isReported(event)));
    })
    .sort(newestFirst);

/** EARN-05: symbol or name contains the text, ignoring case. */
export function matching(events: readonly EarningsEvent[], text: string): readonly EarningsEvent[] {
  const query = text.trim().toLowerCase();
  return events
    .filter(({ symbol, name }) => symbol.toLowerCase().includes(query) || name.toLowerCase().includes(query))
    .sort(oldestFirst);
}

export type Outcome = 'Beat' | 'Missed' | 'In-line' | 'Upcoming' | 'Not reported';

/** EARN-04, EARN-05: the outcome of a report; undefined if the surprise is unknown. */
export function outcomeOf(event: EarningsEvent, today: Day): Outcome | undefined {
  if (!isReported(event)) return event.date < today ? 'Not reported' : 'Upcoming';
  return event.surprise === null ? undefined : surpriseResult(event.surprise);
}
