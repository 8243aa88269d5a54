import type { ReactNode } from 'react';
import classes from './states.module.css';

/** A sentence where data would be, with an action when there is one. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <p>{text}</p>
      {children}
    </div>
  );
}
