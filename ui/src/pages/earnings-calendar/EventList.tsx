import type { EarningsEvent, TickerRow } from '~/api/types';
import type { Day } from '~/market/day';
import { useOwnFilter } from '~/widgets/Calendar/useOwnFilter';
import classes from './EventList.module.css';
import { EventRow } from './EventRow';
import { isReported, outcomeOf } from './events';

interface Props {
  label: string;
  events: readonly EarningsEvent[];
  today: Day;
  /** Where the days differ: each row says its own, or the first of a day says it for all of them. */
  days?: 'each' | 'headed';
  /** Without the titles of its columns: those of another list stand above. */
  bare?: boolean;
  /** Of what is to come: what its tickers cost now. */
  tickers?: readonly TickerRow[];
}

/** Announcements, one a row; of one day those of the viewer's own lists first. */
export function EventList({ label, events, today, days, bare = false, tickers }: Props) {
  const { own } = useOwnFilter();
  const shown = own(events, ({ date }) => date);
  return (
    <>
      {!bare && shown.length > 0 && <Heads titles={titlesOf(shown, tickers !== undefined)} days={days} />}
      <ul aria-label={label} className={classes.list} data-days={days}>
        {shown.map((event, index) => (
          <EventRow
            key={event.id}
            event={event}
            today={today}
            isDated={days === 'each'}
            heads={days === 'headed' && event.date !== shown[index - 1]?.date}
            isBrief={tickers !== undefined && outcomeOf(event, today) === 'Upcoming'}
            ticker={tickers?.find(({ id }) => id === event.tickerId)}
          />
        ))}
      </ul>
    </>
  );
}

const REPORTED_TITLES = ['Estimated EPS', 'Actual EPS', 'Surprise', 'Result'];
const UPCOMING_TITLES = ['Market Cap', 'Price', '24h', 'Estimated EPS'];

/** Of what nobody has reported yet only the estimate is known. */
function titlesOf(events: readonly EarningsEvent[], isComing: boolean): readonly string[] {
  if (isComing) return UPCOMING_TITLES;
  return events.some(isReported) ? REPORTED_TITLES : REPORTED_TITLES.slice(0, 1);
}

/** Titles above the columns; each row has them too, for who hears. */
function Heads({ titles, days }: { titles: readonly string[]; days: Props['days'] }) {
  return (
    <div
      className={classes.heads}
      data-days={days}
      data-brief={titles === UPCOMING_TITLES || undefined}
      aria-hidden="true"
    >
      {titles.map((title) => (
        <span key={title}>{title}</span>
      ))}
    </div>
  );
}
