import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { type Day, dayOf, formatMonth, formatShortDay } from '~/market/day';
import { formatMarketCap } from '~/market/format';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { Monogram } from '~/widgets/Monogram';
import classes from './IcoCalendarPage.module.css';
import { startingInMonthOf } from './starts';

interface Props {
  icos: readonly Ico[];
  day: Day;
  onDay: (day: Day) => void;
}

/** The chosen day's month at a glance; a line chooses its day. Nothing where the month has no start. */
export function MonthPanel({ icos, day, onDay }: Props) {
  const found = startingInMonthOf(icos, day);
  if (found.length === 0) return null;
  return (
    <Panel title={`Starting in ${formatMonth(day)}`}>
      <ul className={classes.month}>
        {found.map((ico) => {
          const start = dayOf(ico.startDate);
          return (
            <li key={ico.id}>
              <button type="button" aria-pressed={start === day} onClick={() => onDay(start)}>
                <span className={`num ${classes.when}`}>{formatShortDay(start, day)}</span>
                <Monogram of={ico} size={32} />
                <span className={classes.who}>
                  <strong>{ico.name}</strong>
                  <span>{ico.category}</span>
                </span>
                <span className={classes.target}>
                  <small>Target</small> <span className="num">{formatMarketCap(ico.targetAmount)}</span>
                </span>
                <StatusBadge status={ico.status} />
              </button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
