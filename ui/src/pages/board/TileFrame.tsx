import type { ReactNode } from 'react';
import { Icon } from '~/components/Icon';
import { Skeleton } from '~/components/Skeleton';
import classes from './Tile.module.css';

interface Props {
  title: ReactNode;
  /** To the right of the title: the period of the figures. */
  note?: ReactNode;
  /** The age of the data if it is stale: replaces the note, and the border turns amber. */
  age?: string | null;
  /** A larger title, for a single instrument. */
  large?: boolean;
  /** Shows a placeholder instead of the content. */
  isLoading?: boolean;
  children?: ReactNode;
}

/** The frame of every tile: title, period or age, and border. */
export function TileFrame({ title, note, age = null, large = false, isLoading = false, children }: Props) {
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
        {isLoading ? (
          <div className={classes.loading} aria-busy="true">
            <Skeleton height="100%" />
          </div>
        ) : (
          children
        )}
      </div>
    </section>
  );
}

/** A sentence in place of missing content. */
export function TileText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}
