import type { ReactNode } from 'react';
import classes from './Prose.module.css';

interface Props {
  children: ReactNode;
  /** In as many columns as there is room for. */
  columns?: boolean;
}

/** Short reading text inside a panel: headings and paragraphs. */
export function Prose({ children, columns = false }: Props) {
  return (
    <div className={classes.prose} data-columns={columns || undefined}>
      {children}
    </div>
  );
}
