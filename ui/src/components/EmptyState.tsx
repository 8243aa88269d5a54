import type { ReactNode } from 'react';
import classes from './states.module.css';

interface Props {
  text: string;
  /** One line in the place of rows, where something else follows. */
  low?: boolean;
  children?: ReactNode;
}

/** A sentence where data would be, with an action when there is one. */
export function EmptyState({ text, low = false, children }: Props) {
  return (
    <div className={classes.state} data-low={low || undefined}>
      <p>{text}</p>
      {children}
    </div>
  );
}
