import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { type Day, dayOf, formatMonth, formatShortDay } from '~/market/day';
import { formatDollars } from '~/market/format';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './IcoCalendarPage.module.css';
import { startingAfterMonthOf, startingInMonthOf } from './starts';

interface Props {
  icos: readonly Ico[];
  day: Day;
  onDay: (day: Day) => void;
}

/** Number of ICOs listed from later months. */
const MAX_LATER_STARTS = 9;

/** The ICOs of the selected day's month and the following ones; a row selects its day. Hidden if there are none. */
export function MonthPanel({ icos, day, onDay }: Props) {
  const month = formatMonth(day);
  return (
    <>
      <Starts title={`Starting in ${month}`} icos={startingInMonthOf(icos, day)} {...{ day, onDay }} />
      <Starts
        title={`Starting after ${month}`}
        icos={startingAfterMonthOf(icos, day, MAX_LATER_STARTS)}
        {...{ day, onDay }}
      />
    </>
  );
}

function Starts({ title, icos: found, day, onDay }: Props & { title: string }) {
  if (found.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className={classes.month}>
        {found.map((ico) => {
          const start = dayOf(ico.startDate);
          return (
            <li key={ico.id}>
              <button type="button" aria-pressed={start === day} onClick={() => onDay(start)}>
                <span className={`num ${classes.when}`}>{formatShortDay(start, day)}</span>
                <TickerLogo of={ico} size={32} />
                <span className={classes.who}>
                  <strong>{ico.name}</strong>
                  <span>{ico.category}</span>
                </span>
                <span className={classes.about}>{ico.description}</span>
                <span className={classes.target}>
                  <small>Target</small> <span className="num">{formatDollars(ico.targetAmount)}</span>
                </span>
                <span className={classes.end}>
                  <StatusBadge status={ico.status} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
