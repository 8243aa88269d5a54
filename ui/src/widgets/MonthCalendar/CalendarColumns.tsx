import type { ReactNode } from 'react';
import classes from './CalendarColumns.module.css';

interface Props {
  /** The calendar: on the right, on a phone above the content. */
  pick: ReactNode;
  main: ReactNode;
  /** Below the calendar, on a phone below everything. */
  rest?: ReactNode;
  /** Limits the width of a list with few columns; in a very wide window, the rest is in a third column. */
  isNarrow?: boolean;
}

/** The layout of a calendar page. */
export function CalendarColumns({ pick, main, rest, isNarrow = false }: Props) {
  return (
    <div className={classes.columns} data-narrow={isNarrow || undefined}>
      <div className={classes.pick}>{pick}</div>
      <div className={classes.main}>{main}</div>
      {rest && <div className={classes.rest}>{rest}</div>}
    </div>
  );
}
