import type { ReactNode } from 'react';
import classes from './CalendarColumns.module.css';

interface Props {
  /** The calendar: at the right, on a phone above what it chooses. */
  pick: ReactNode;
  main: ReactNode;
  /** Under the calendar, on a phone under everything. */
  rest?: ReactNode;
}

/** A page around a calendar, in the columns every page has. */
export function CalendarColumns({ pick, main, rest }: Props) {
  return (
    <div className={classes.columns}>
      <div className={classes.pick}>{pick}</div>
      <div className={classes.main}>{main}</div>
      {rest && <div className={classes.rest}>{rest}</div>}
    </div>
  );
}
