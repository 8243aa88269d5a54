import { useUrlText } from '~/hooks/useUrlChoice';
import { type Day, isDay } from '~/market/day';
import { nearestMarks } from './month';

/** The range of the calendar; days outside are typing errors. */
const FIRST: Day = '1970-01-01';
const LAST: Day = '2199-12-31';

/**
 * The day selected in the URL (`?date=2026-11-20`), by default today. With `marks` (the days with events), the default is the next marked
 * day if today has no events, so that the calendar doesn't open on an empty day. The default is not written to the URL.
 */
export function useChosenDay(today: Day, marks?: ReadonlyMap<Day, number>): [Day, (day: Day) => void] {
  const [text, setText] = useUrlText('date');
  const first = !marks || marks.has(today) ? today : (nearestMarks(marks, today).next ?? today);
  return [
    isDay(text) && text >= FIRST && text <= LAST ? text : first,
    (day) => setText(day === first ? '' : day),
  ];
}
