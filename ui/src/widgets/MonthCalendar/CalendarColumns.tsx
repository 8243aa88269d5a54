import type { ReactNode } from 'react';
import classes from './CalendarColumns.module.css';

interface Props {
  /** The calendar: on the right, on a phone above the content. */
  pick: ReactNode;
  main: ReactNode;
  /** Below the calendar, on a phone below everything. */
  rest?: ReactNode;
}

/** The layout of a calendar page. */
export function CalendarColumns({ pick, main, rest }: Props) {
  return (
    <div className={classes.columns}>
      <div className={classes.pick}>{pick}</div>
      <div className={classes.main}>{main}</div>
      {rest && <div className={classes.rest}>{rest}</div>}
    </div>
  );
}
