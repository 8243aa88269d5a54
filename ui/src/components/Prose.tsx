import type { ReactNode } from 'react';
import classes from './Prose.module.css';

interface Props {
  children: ReactNode;
  /** Uses as many columns as fit. */
  columns?: boolean;
}

/** Short prose inside a panel: headings and paragraphs. */
export function Prose({ children, columns = false }: Props) {
  return (
    <div className={classes.prose} data-columns={columns || undefined}>
      {children}
    </div>
  );
}
