import type { ReactNode } from 'react';
import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { PanelActions } from '~/components/PanelActions';
import { useMarketNow } from '~/live/useMarketNow';
import { type Day, formatMonth, formatShortDay, monthOf } from '~/market/day';
import { formatDollars, formatRate } from '~/market/format';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { percentOf, progressOf } from '~/widgets/Ico/status';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './IcoCalendarPage.module.css';
import { type StartMonth, startDay, startMonths, timeUntil } from './starts';

interface Props {
  /** ICOs of the chosen status. */
  icos: readonly Ico[];
  day: Day;
  today: Day;
  /** The choice of the status. */
  filters: ReactNode;
  onDay: (day: Day) => void;
}

/** All ICO starts from the selected day's month on, by month; a row selects its day. */
export function Timeline({ icos, filters, ...days }: Props) {
  const now = useMarketNow();
  return (
    <Panel title="Timeline">
      <PanelActions>{filters}</PanelActions>
      <ul className={classes.months}>
        {startMonths(icos, days.day).map((start) => (
          <li key={start.month}>
            <Month {...start} {...days} now={now} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface MonthProps extends StartMonth, Pick<Props, 'day' | 'today' | 'onDay'> {
  now: number;
}

function Month({ month, icos, day, today, onDay, now }: MonthProps) {
  // The line of today is between the starts before and after.
  const past = icos.filter((ico) => startDay(ico) < today);
  const rows = icos.map((ico) => <Row key={ico.id} ico={ico} day={day} now={now} onDay={onDay} />);
  if (monthOf(month) === monthOf(today)) rows.splice(past.length, 0, <TodayLine key="today" today={today} />);
  const name = formatMonth(month);
  return (
    <>
      <h3 className={classes.monthName}>
        {name} {icos.length === 0 && <span>No ICO starts</span>}
      </h3>
      {rows.length > 0 && (
        <ul className={classes.month} aria-label={`Starting in ${name}`}>
          {rows}
        </ul>
      )}
    </>
  );
}

const TodayLine = ({ today }: { today: Day }) => (
  <li className={`num ${classes.today}`}>Today, {formatShortDay(today, today)}</li>
);

interface RowProps extends Pick<Props, 'day' | 'onDay'> {
  ico: Ico;
  now: number;
}

function Row({ ico, day, now, onDay }: RowProps) {
  const start = startDay(ico);
  return (
    <li>
      <button type="button" aria-pressed={start === day} onClick={() => onDay(start)}>
        <span className={`num ${classes.when}`}>{formatShortDay(start, start)}</span>
        <TickerLogo of={ico} size={28} />
        <span className={classes.who}>
          <strong>{ico.name}</strong>
          <small>{ico.category}</small>
        </span>
        <span className={classes.about}>{ico.description}</span>
        <span>
          <StatusBadge status={ico.status} />
        </span>
        <Raised ico={ico} />
        <span className={`num ${classes.left}`}>{timeText(ico, now)}</span>
      </button>
    </li>
  );
}

/** The raised amount with its part of the target as a bar, or the target of an ICO without an amount. */
function Raised({ ico }: { ico: Ico }) {
  const percent = percentOf(ico);
  if (percent === null) {
    return (
      <span className={`num ${classes.raised}`}>
        <small>Target</small> {formatDollars(ico.targetAmount)}
      </span>
    );
  }
  return (
    <span className={`num ${classes.raised}`}>
      <span>
        {formatDollars(ico.raisedAmount)} <small>of {formatDollars(ico.targetAmount)}</small>
      </span>
      <small>{formatRate(percent, 0)}</small>
      <i>
        <span style={{ width: `${progressOf(ico) ?? 0}%` }} />
      </i>
    </span>
  );
}

/** 'in 9 days', '27 days left' or 'ended': the time until the next date of the ICO. */
function timeText({ status, startDate, endDate }: Ico, now: number): string {
  const until = timeUntil(status === 'upcoming' ? startDate : endDate, now)?.replace(/ \d+ h$/, '');
  if (status === 'ended' || until === undefined) return status === 'upcoming' ? 'starting' : 'ended';
  return status === 'upcoming' ? `in ${until}` : `${until} left`;
}
