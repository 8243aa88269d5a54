import type { Ico } from '~/api/types';
import type { Day } from '~/market/day';
import { CalendarPanel } from '~/widgets/MonthCalendar/CalendarPanel';
import { startsPerDay } from './starts';

interface Props {
  /** ICOs of the chosen status. */
  icos: readonly Ico[];
  today: Day;
  day: Day;
  onDay: (day: Day) => void;
}

/** ICOC-01: the date picker, with marks on days when an ICO of the chosen status starts. */
export function PickPanel({ icos, today, day, onDay }: Props) {
  return (
    <CalendarPanel
      title="Start dates"
      label="Day with ICO starts"
      legend="ICO starts on this day"
      day={day}
      today={today}
      marks={startsPerDay(icos)}
      countText={startsText}
      onDay={onDay}
    />
  );
}

function startsText(count: number): string {
  if (count === 0) return 'no ICO starts';
  return count === 1 ? '1 ICO starts' : `${count} ICOs start`;
}
