import type { EarningsEvent } from '~/api/types';
import type { Day } from '~/market/day';
import { useOwnFilter } from '~/widgets/Calendar/useOwnFilter';
import classes from './EventList.module.css';
import { EventRow } from './EventRow';

interface Props {
  label: string;
  events: readonly EarningsEvent[];
  today: Day;
  /** Where the days differ: each row says its own. */
  dated?: boolean;
}

/** Announcements, one a row; of one day those of the viewer's own lists first. */
export function EventList({ label, events, today, dated = false }: Props) {
  const { own } = useOwnFilter();
  const shown = own(events, ({ date }) => date);
  return (
    <ul aria-label={label} className={classes.list} data-dated={dated || undefined}>
      {shown.map((event) => (
        <EventRow key={event.id} event={event} today={today} dated={dated} />
      ))}
    </ul>
  );
}
