import { addDays, addMonths, type Day } from '~/market/day';
import { weekStart } from '~/market/week';

/** A fixed number, so that the calendar keeps its height. */
const WEEKS = 6;

/** The weeks of a month; `weekday` is the first day of the week, 0 is Sunday. */
export function weeksOf(day: Day, weekday: number): Day[][] {
  const start = weekStart(`${day.slice(0, 7)}-01`, weekday);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, ahead) => addDays(start, week * 7 + ahead)),
  );
}

/** The day a key moves to, in weeks that begin on `weekday`; undefined for other keys. */
export function dayForKey(day: Day, key: string, shift: boolean, weekday: number): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekStart(day, weekday);
    case 'End':
      return addDays(weekStart(day, weekday), 6);
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
  }
}

/** The nearest marked days before and after a day. */
export function nearestMarks(marks: ReadonlyMap<Day, number>, day: Day): { previous?: Day; next?: Day } {
  const days = [...marks.keys()].sort();
  const previous = days.filter((each) => each < day).at(-1);
  const next = days.find((each) => each > day);
  return { ...(previous && { previous }), ...(next && { next }) };
}

/** Number of items per day. */
export function countPerDay(days: readonly Day[]): Map<Day, number> {
  const counts = new Map<Day, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
