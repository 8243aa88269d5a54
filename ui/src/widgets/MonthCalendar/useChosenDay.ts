import { useUrlText } from '~/hooks/useUrlChoice';
import { type Day, isDay } from '~/market/day';
import { nearestMarks } from './month';

/** The days a calendar offers; what lies beyond them is a typing error. */
const FIRST: Day = '1970-01-01';
const LAST: Day = '2199-12-31';

/**
 * The day chosen in the address (`?date=2026-11-20`). While it names none, today; with `marks`, the days that have something, the
 * next of those where today has nothing: a calendar need not open on an empty day. That one is not written into the address.
 */
export function useChosenDay(today: Day, marks?: ReadonlyMap<Day, number>): [Day, (day: Day) => void] {
  const [text, setText] = useUrlText('date');
  const first = !marks || marks.has(today) ? today : (nearestMarks(marks, today).next ?? today);
  return [
    isDay(text) && text >= FIRST && text <= LAST ? text : first,
    (day) => setText(day === first ? '' : day),
  ];
}
