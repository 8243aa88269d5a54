import { useUrlText } from '~/hooks/useUrlChoice';
import { type Day, isDay } from '~/market/day';

/** The day chosen in the address (`?date=2026-11-20`); today, which is not written, while it names none. */
export function useChosenDay(today: Day): [Day, (day: Day) => void] {
  const [text, setText] = useUrlText('date');
  return [isDay(text) ? text : today, (day) => setText(day === today ? '' : day)];
}
