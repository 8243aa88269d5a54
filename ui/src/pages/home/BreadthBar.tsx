import type { MarketBreadth } from '~/api/types';
import classes from './BreadthBar.module.css';

/** How the shares part into those that rose and those that fell. Decoration: the counts beside it say the same. */
export function BreadthBar({ breadth: { advancing, declining, unchanged } }: { breadth: MarketBreadth }) {
  return (
    <span className={classes.bar} aria-hidden="true">
      <span data-direction="up" style={{ flexGrow: advancing }} />
      <span style={{ flexGrow: unchanged }} />
      <span data-direction="down" style={{ flexGrow: declining }} />
    </span>
  );
}
