import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Holiday } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { addDays, addMonths, type Day, formatMonth, formatShortDay, monthOf } from '~/market/day';
import { firstWeekday } from '~/market/week';
import { useSetting } from '~/state/settings';
import { DayCell } from './DayCell';
import classes from './MonthCalendar.module.css';
import { dayForKey, weeksOf } from './month';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface Props {
  /** Label of the calendar for screen readers. */
  label: string;
  selected: Day;
  today: Day;
  /** Number of events per day; days without events may be missing. */
  marks: ReadonlyMap<Day, number>;
  /** Holidays of exchanges: those of the month are listed, and their days hatched. */
  holidays?: readonly Holiday[] | undefined;
  /** The end of a day's accessible name: 'no events', '1 event', '3 events'. */
  countText: (count: number) => string;
  onSelect: (day: Day) => void;
}

/**
 * A month with a selected day. One day is a tab stop; arrows, Home, End, Page Up and Page Down (with Shift by years)
 * move from it, also beyond the month; Enter selects.
 */
export function MonthCalendar(props: Props) {
  const { label, selected, today, marks, holidays = [], countText, onSelect } = props;
  const [cursor, setCursor] = useCursor(selected);
  const grid = useRef<HTMLTableElement>(null);
  const isMovedByKey = useRef(false);
  const weekday = firstWeekday(useSetting('first-day')[0]);
  // Above the day's content, the calendar shows one week until expanded.
  const [isExpanded, setIsExpanded] = useState(false);
  const isWeekView = useIsNarrow() && !isExpanded;
  const weeks = weeksOf(cursor, weekday).filter((days) => !isWeekView || days.includes(cursor));
  const listed = holidays.filter(({ date }) =>
    isWeekView ? weeks[0]?.includes(date) : monthOf(date) === monthOf(cursor),
  );
  const move = (by: number) => setCursor(isWeekView ? addDays(cursor, 7 * by) : addMonths(cursor, by));
  useEffect(() => {
    if (!isMovedByKey.current) return;
    isMovedByKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayForKey(cursor, event.key, event.shiftKey, weekday);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isMovedByKey.current = true;
    setCursor(next);
  };
  return (
    <div role="group" aria-label={label}>
      <div className={classes.head}>
        <MonthButton
          name={isWeekView ? 'Previous week' : 'Previous month'}
          icon="back"
          onClick={() => move(-1)}
        />
        <h3 className="type-title" aria-live="polite">
          {formatMonth(cursor)}
        </h3>
        <MonthButton name={isWeekView ? 'Next week' : 'Next month'} icon="arrow" onClick={() => move(1)} />
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
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  cursor={cursor}
                  isSelected={day === selected}
                  isToday={day === today}
                  count={marks.get(day) ?? 0}
                  closed={listed.filter(({ date }) => date === day)}
                  countText={countText}
                  onSelect={onSelect}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Closures holidays={listed} today={today} />
      <button
        type="button"
        className={classes.expand}
        aria-expanded={!isWeekView}
        onClick={() => setIsExpanded(!isExpanded)}
      >
        {isExpanded ? 'Show the week' : 'Show the month'}
      </button>
    </div>
  );
}

interface ClosuresProps {
  holidays: readonly Holiday[];
  today: Day;
}

/** The exchange holidays among the visible days, as text. */
function Closures({ holidays, today }: ClosuresProps) {
  if (holidays.length === 0) return null;
  return (
    <ul className={classes.closures} aria-label="Exchange holidays">
      {holidays.map(({ date, exchange, name }) => (
        <li key={`${date} ${exchange}`}>
          <span className="num">{formatShortDay(date, today)}</span> {exchange} closed, {name}
        </li>
      ))}
    </ul>
  );
}

/** The day that keys move from, which determines the visible month; follows a new selection. */
function useCursor(selected: Day): [Day, (day: Day) => void] {
  const [cursor, setCursor] = useState({ day: selected, selected });
  if (cursor.selected !== selected) setCursor({ day: selected, selected });
  return [cursor.day, (day) => setCursor({ day, selected })];
}

function MonthButton({ name, icon, onClick }: { name: string; icon: 'back' | 'arrow'; onClick: () => void }) {
  return (
    <button type="button" className={classes.step} aria-label={name} onClick={onClick}>
      <Icon name={icon} size={16} />
    </button>
  );
}
