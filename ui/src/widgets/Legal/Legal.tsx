import { type ReactNode, useId } from 'react';
import { Contents } from './Contents';
import classes from './Legal.module.css';

/** NAV-07: the date of both legal texts. */
const LAST_UPDATED = 'April 12, 2025';

/** The page of a legal text. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`container ${classes.page}`}>
      <div className={classes.text}>
        <h1 className="type-page">{title}</h1>
        <p className={classes.date}>Last updated {LAST_UPDATED}</p>
        {children}
      </div>
      <Contents />
    </div>
  );
}

/** A chapter of a legal text. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.chapter}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
