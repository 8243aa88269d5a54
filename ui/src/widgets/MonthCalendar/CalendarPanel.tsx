import { holidaysQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import type { Day } from '~/market/day';
import classes from './CalendarPanel.module.css';
import { MonthCalendar } from './MonthCalendar';

interface Props {
  title: string;
  /** Label of the calendar for screen readers. */
  label: string;
  /** The meaning of the dots. */
  legend: string;
  day: Day;
  today: Day;
  marks: ReadonlyMap<Day, number>;
  countText: (count: number) => string;
  onDay: (day: Day) => void;
  /** Marks days on which exchanges are closed. */
  holidays?: boolean;
}

/** A calendar in a panel, with a legend and a button back to today. */
export function CalendarPanel({
  title,
  label,
  legend,
  day,
  today,
  marks,
  countText,
  onDay,
  holidays = false,
}: Props) {
  const { data: closed } = useQuery({ ...holidaysQuery, enabled: holidays });
  const back = day !== today && (
    <button type="button" className={classes.today} onClick={() => onDay(today)}>
      Back to today
    </button>
  );
  return (
    <Panel title={title} aside={back} className={classes.panel}>
      <MonthCalendar
        label={label}
        selected={day}
        today={today}
        marks={marks}
        holidays={closed}
        countText={countText}
        onSelect={onDay}
      />
      <p className={classes.legend}>
        <i aria-hidden="true" /> {legend}
      </p>
    </Panel>
  );
}
