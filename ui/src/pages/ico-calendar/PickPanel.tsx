import type { Ico } from '~/api/types';
import { FilterChips } from '~/components/FilterChips';
import { Panel } from '~/components/Panel';
import type { Day } from '~/market/day';
import { ICO_FILTERS, type IcoFilter } from '~/widgets/Ico/status';
import { MonthCalendar } from '~/widgets/MonthCalendar/MonthCalendar';
import classes from './IcoCalendarPage.module.css';
import { startsPerDay } from './starts';

interface Props {
  /** Of the chosen status. */
  icos: readonly Ico[];
  today: Day;
  day: Day;
  onDay: (day: Day) => void;
  filter: IcoFilter;
  onFilter: (filter: IcoFilter) => void;
}

/** ICOC-01: the date picker, which marks the days on which an ICO of the chosen status starts. */
export function PickPanel({ icos, today, day, onDay, filter, onFilter }: Props) {
  return (
    <Panel title="Start dates" aside={<TodayButton day={day} today={today} onDay={onDay} />}>
      <MonthCalendar
        label="Day on which ICOs start"
        selected={day}
        today={today}
        marks={startsPerDay(icos)}
        countText={startsText}
        onSelect={onDay}
      />
      <p className={classes.legend}>
        <i aria-hidden="true" /> An ICO starts on that day
      </p>
      <FilterChips label="ICO status" options={ICO_FILTERS} value={filter} onChange={onFilter} />
    </Panel>
  );
}

function startsText(count: number): string {
  if (count === 0) return 'no ICO starts';
  return count === 1 ? '1 ICO starts' : `${count} ICOs start`;
}

function TodayButton({ day, today, onDay }: Pick<Props, 'day' | 'today' | 'onDay'>) {
  if (day === today) return null;
  return (
    <button type="button" className={classes.today} onClick={() => onDay(today)}>
      Back to today
    </button>
  );
}
