import type { EarningsEvent, TickerRow } from '~/api/types';
import type { Day } from '~/market/day';
import { RESULT_MEANINGS } from '~/market/surprise';
import { useOwnFilter } from '~/widgets/Calendar/useOwnFilter';
import classes from './EventList.module.css';
import { EventRow } from './EventRow';
import { isReported, outcomeOf } from './events';

interface Props {
  label: string;
  events: readonly EarningsEvent[];
  today: Day;
  /** For several days: the date in each row, or a heading above the first row of each day. */
  days?: 'each' | 'headed';
  /** Without column headers, because another list above has them. */
  bare?: boolean;
  /** Says next to the column headers which results are in line. */
  hasLegend?: boolean;
  /** For upcoming reports: the tickers with their current prices. */
  tickers?: readonly TickerRow[];
}

/** A list of reports; within a day, the user's watched tickers come first. */
export function EventList({ label, events, today, days, bare = false, hasLegend = false, tickers }: Props) {
  const { own } = useOwnFilter();
  const shown = own(events, ({ date }) => date);
  return (
    <>
      {!bare && shown.length > 0 && (
        <ColumnTitles titles={titlesOf(shown, tickers !== undefined)} {...{ days, hasLegend }} />
      )}
      <ul aria-label={label} className={classes.list} data-days={days}>
        {shown.map((event, index) => (
          <EventRow
            key={event.id}
            event={event}
            today={today}
            isDated={days === 'each'}
            hasDayHeading={days === 'headed' && event.date !== shown[index - 1]?.date}
            isBrief={tickers !== undefined && outcomeOf(event, today) === 'Upcoming'}
            ticker={tickers?.find(({ id }) => id === event.tickerId)}
          />
        ))}
      </ul>
    </>
  );
}

const REPORTED_TITLES = ['Estimated EPS', 'Actual EPS', 'Surprise', 'Result'];
const UPCOMING_TITLES = ['Market Cap', 'Price', 'Change', 'Estimated EPS'];

/** Before a report only the estimate is known. */
function titlesOf(events: readonly EarningsEvent[], isUpcoming: boolean): readonly string[] {
  if (isUpcoming) return UPCOMING_TITLES;
  return events.some(isReported) ? REPORTED_TITLES : REPORTED_TITLES.slice(0, 1);
}

/** Column headers; each row repeats them for screen readers. */
function ColumnTitles({
  titles,
  days,
  hasLegend,
}: Pick<Props, 'days' | 'hasLegend'> & { titles: readonly string[] }) {
  return (
    <div
      className={classes.heads}
      data-days={days}
      data-brief={titles === UPCOMING_TITLES || undefined}
      aria-hidden="true"
    >
      {hasLegend && titles === REPORTED_TITLES && (
        <span className={classes.legend}>{RESULT_MEANINGS['In-line']}</span>
      )}
      {titles.map((title) => (
        <span key={title}>{title}</span>
      ))}
    </div>
  );
}
