import type { EarningsEvent } from '~/api/types';
import type { Day } from '~/market/day';
import classes from './EventList.module.css';
import { EventRow } from './EventRow';

interface Props {
  label: string;
  events: readonly EarningsEvent[];
  today: Day;
  /** Where the days differ: each row says its own. */
  dated?: boolean;
}

/** Announcements, one a row. */
export function EventList({ label, events, today, dated = false }: Props) {
  return (
    <ul aria-label={label} className={classes.list} data-dated={dated || undefined}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} today={today} dated={dated} />
      ))}
    </ul>
  );
}
