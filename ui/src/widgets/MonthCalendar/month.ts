import { addDays, addMonths, type Day, weekdayOf } from '~/market/day';

/** Always as many, so that the calendar keeps its height from month to month. */
const WEEKS = 6;

/** The weeks a month is drawn in, from the Sunday before (or on) its first. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekdayOf(first));
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  );
}

/** Where a key leads from a day; undefined for a key that leads nowhere. */
export function dayAfterKey(day: Day, key: string, shift: boolean): Day | undefined {
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
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
  }
}

/** The nearest marked days on either side of a day, which itself is neither. */
export function nearestMarks(marks: ReadonlyMap<Day, number>, day: Day): { previous?: Day; next?: Day } {
  const days = [...marks.keys()].sort();
  const previous = days.filter((each) => each < day).at(-1);
  const next = days.find((each) => each > day);
  return { ...(previous && { previous }), ...(next && { next }) };
}

/** How many things fall on each day. */
export function countPerDay(days: readonly Day[]): Map<Day, number> {
  const counts = new Map<Day, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
