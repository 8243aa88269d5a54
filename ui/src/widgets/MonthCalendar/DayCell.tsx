import type { Holiday } from '~/api/types';
import { type Day, formatLongDay, monthOf } from '~/market/day';
import classes from './MonthCalendar.module.css';

/** Maximum number of dots that can be counted at a glance. */
const MAX_DOTS = 3;

interface Props {
  day: Day;
  /** The day reached by Tab; its month is shown. */
  cursor: Day;
  isSelected: boolean;
  isToday: boolean;
  count: number;
  /** The exchanges that are closed, and why. */
  closed: readonly Holiday[];
  countText: (count: number) => string;
  onSelect: (day: Day) => void;
}

/** A day: its number and a dot per event. */
export function DayCell({ day, cursor, isSelected, isToday, count, closed, countText, onSelect }: Props) {
  return (
    <td>
      <button
        type="button"
        className={classes.day}
        tabIndex={day === cursor ? 0 : -1}
        aria-label={`${formatLongDay(day)}, ${countText(count)}`}
        aria-pressed={isSelected}
        aria-current={isToday ? 'date' : undefined}
        data-day={day}
        data-outside={monthOf(day) !== monthOf(cursor) || undefined}
        data-marked={count > 0 || undefined}
        data-closed={closed.length > 0 || undefined}
        title={closed.map(({ exchange, name }) => `${exchange} closed: ${name}`).join('. ') || undefined}
        onClick={() => onSelect(day)}
      >
        <span className="num">{Number(day.slice(8))}</span>
        <span className={classes.dots} aria-hidden="true">
          {Array.from({ length: Math.min(count, MAX_DOTS) }, (_, dot) => (
            <i key={dot} />
          ))}
        </span>
      </button>
    </td>
  );
}
