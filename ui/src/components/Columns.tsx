import type { ReactNode } from 'react';
import classes from './Columns.module.css';

interface Props {
  main: ReactNode;
  rail: ReactNode;
  /** Keeps a rail that is much shorter than the main column in view. */
  sticky?: boolean;
}

/** A page's main column and its fixed-width rail; stacked on narrow screens. */
export function Columns({ main, rail, sticky = false }: Props) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column} data-sticky={sticky || undefined}>
        {rail}
      </div>
    </div>
  );
}
