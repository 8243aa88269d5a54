import type { EarningsEvent } from '~/api/types';
import type { Day } from '~/market/day';
import { useOwnFilter } from '~/widgets/Calendar/useOwnFilter';
import classes from './EventList.module.css';
import { EventRow } from './EventRow';
import { outcomeOf } from './events';

interface Props {
  label: string;
  events: readonly EarningsEvent[];
  today: Day;
  /** Where the days differ: each row says its own, or the first of a day says it for all of them. */
  days?: 'each' | 'headed';
}

/** Announcements, one a row; of one day those of the viewer's own lists first. */
export function EventList({ label, events, today, days }: Props) {
  const { own } = useOwnFilter();
  const shown = own(events, ({ date }) => date);
  return (
    <ul aria-label={label} className={classes.list} data-days={days}>
      {shown.map((event, index) => (
        <EventRow
          key={event.id}
          event={event}
          today={today}
          isDated={days === 'each'}
          heads={days === 'headed' && event.date !== shown[index - 1]?.date}
          isAlone={event.date !== shown[index - 1]?.date && event.date !== shown[index + 1]?.date}
          isBrief={days === 'headed' && outcomeOf(event, today) === 'Upcoming'}
        />
      ))}
    </ul>
  );
}
