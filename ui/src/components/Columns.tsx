import type { ReactNode } from 'react';
import classes from './Columns.module.css';

/** A page's main column and its rail, which has one width on every page; stacked on narrow screens. */
export function Columns({ main, rail }: { main: ReactNode; rail: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column}>{rail}</div>
    </div>
  );
}
