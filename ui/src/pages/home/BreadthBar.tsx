import type { MarketBreadth } from '~/api/types';
import classes from './BreadthBar.module.css';

/** Advancing and declining stocks as a bar. Decorative: the counts next to it give the same information. */
export function BreadthBar({ breadth: { advancing, declining, unchanged } }: { breadth: MarketBreadth }) {
  return (
    <span className={classes.bar} aria-hidden="true">
      <span data-direction="up" style={{ flexGrow: advancing }} />
      <span style={{ flexGrow: unchanged }} />
      <span data-direction="down" style={{ flexGrow: declining }} />
    </span>
  );
}
