import type { ReactNode } from 'react';
import classes from './Prose.module.css';

/** Short reading text inside a panel: headings and paragraphs. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={classes.prose}>{children}</div>;
}
