import { useUrlText } from '~/hooks/useUrlChoice';
import { type Day, isDay } from '~/market/day';

/** The days a calendar offers; what lies beyond them is a typing error. */
const FIRST: Day = '1970-01-01';
const LAST: Day = '2199-12-31';

/** The day chosen in the address (`?date=2026-11-20`); today, which is not written, while it names none. */
export function useChosenDay(today: Day): [Day, (day: Day) => void] {
  const [text, setText] = useUrlText('date');
  return [
    isDay(text) && text >= FIRST && text <= LAST ? text : today,
    (day) => setText(day === today ? '' : day),
  ];
}
