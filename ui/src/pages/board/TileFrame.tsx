import type { ReactNode } from 'react';
import { Icon } from '~/components/Icon';
import classes from './Tile.module.css';

interface Props {
  title: ReactNode;
  /** At the right of the title: the period that figures are of. */
  note?: ReactNode;
  /** How old what it shows is, where that is too old: it takes the place of the note, and the border turns amber. */
  age?: string | null;
  /** The title of one instrument is larger than that of a list. */
  large?: boolean;
  children: ReactNode;
}

/** What every tile has: its title, its period or its age, and its border. */
export function TileFrame({ title, note, age = null, large = false, children }: Props) {
  return (
    <section className={classes.tile} data-stale={age !== null || undefined}>
      <div className={classes.inside}>
        <header className={classes.head} data-large={large || undefined}>
          <h2>{title}</h2>
          {age === null ? (
            <span className={classes.note}>{note}</span>
          ) : (
            <span className={classes.age}>
              <Icon name="clock" size={14} /> {age}
            </span>
          )}
        </header>
        {children}
      </div>
    </section>
  );
}

/** A sentence in the place of what is not there. */
export function TileText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}
