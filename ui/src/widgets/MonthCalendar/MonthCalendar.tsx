import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Holiday } from '~/api/types';
import { Icon } from '~/components/Icon';
import { addMonths, type Day, formatMonth, formatShortDay, monthOf } from '~/market/day';
import { firstWeekday } from '~/market/week';
import { useSetting } from '~/state/settings';
import { DayCell } from './DayCell';
import classes from './MonthCalendar.module.css';
import { dayAfterKey, weeksOf } from './month';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface Props {
  /** Says what is chosen, for screen readers. */
  label: string;
  selected: Day;
  today: Day;
  /** How many events each day has; a day without any need not be there. */
  marks: ReadonlyMap<Day, number>;
  /** On which exchanges are closed. */
  holidays?: readonly Holiday[] | undefined;
  /** 'no events', '1 event', '3 events': the end of a day's name. */
  countText: (count: number) => string;
  onSelect: (day: Day) => void;
}

/**
 * A month of which one day is chosen. One day at a time can be reached by Tab; arrows, Home, End, Page Up
 * and Page Down (with Shift by years) move on from it, over the month's end too; Enter chooses.
 */
export function MonthCalendar(props: Props) {
  const { label, selected, today, marks, holidays = [], countText, onSelect } = props;
  const [cursor, setCursor] = useCursor(selected);
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  const weekday = firstWeekday(useSetting('first-day')[0]);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(cursor, event.key, event.shiftKey, weekday);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    byKey.current = true;
    setCursor(next);
  };
  return (
    <div role="group" aria-label={label}>
      <div className={classes.head}>
        <MonthButton name="Previous month" icon="back" onClick={() => setCursor(addMonths(cursor, -1))} />
        <h3 className="type-title" aria-live="polite">
          {formatMonth(cursor)}
        </h3>
        <MonthButton name="Next month" icon="arrow" onClick={() => setCursor(addMonths(cursor, 1))} />
      </div>
      <table ref={grid} aria-label={formatMonth(cursor)} className={classes.month}>
        <thead>
          <tr>
            {WEEKDAYS.map((_, at) => WEEKDAYS[(at + weekday) % 7] ?? '').map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeksOf(cursor, weekday).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  cursor={cursor}
                  isSelected={day === selected}
                  isToday={day === today}
                  count={marks.get(day) ?? 0}
                  closed={holidays.filter(({ date }) => date === day)}
                  countText={countText}
                  onSelect={onSelect}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Closures holidays={holidays} month={monthOf(cursor)} today={today} />
    </div>
  );
}

interface ClosuresProps {
  holidays: readonly Holiday[];
  month: string;
  today: Day;
}

/** On which days of the month which exchange is closed, in words. */
function Closures({ holidays, month, today }: ClosuresProps) {
  const shown = holidays.filter(({ date }) => monthOf(date) === month);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.closures} aria-label="Exchange holidays">
      {shown.map(({ date, exchange, name }) => (
        <li key={`${date} ${exchange}`}>
          <span className="num">{formatShortDay(date, today)}</span> {exchange} closed, {name}
        </li>
      ))}
    </ul>
  );
}

/** The day keys start from, which names the month shown; a new choice takes it along. */
function useCursor(selected: Day): [Day, (day: Day) => void] {
  const [cursor, setCursor] = useState({ day: selected, of: selected });
  if (cursor.of !== selected) setCursor({ day: selected, of: selected });
  return [cursor.day, (day) => setCursor({ day, of: selected })];
}

function MonthButton({ name, icon, onClick }: { name: string; icon: 'back' | 'arrow'; onClick: () => void }) {
  return (
    <button type="button" className={classes.step} aria-label={name} onClick={onClick}>
      <Icon name={icon} size={16} />
    </button>
  );
}
