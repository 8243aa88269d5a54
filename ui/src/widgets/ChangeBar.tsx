import { directionOf } from '~/market/format';
import classes from './ChangeBar.module.css';

/** No bar is full below this change (in percent), so that a quiet day looks quiet. */
export const MIN_FULL_CHANGE = 1;

interface Props {
  change: number | null;
  /** The change, in percent, that fills the bar. */
  full: number;
}

/**
 * A small bar from the center in the direction of the change. Decorative: the figure next to it gives the same
 * information.
 */
export function ChangeBar({ change, full }: Props) {
  const width = Math.min(1, Math.abs(change ?? 0) / full) * 50;
  const direction = directionOf(change);
  return (
    <span className={classes.bar} aria-hidden="true" data-bar="">
      <span data-direction={direction} style={{ width: `${width}%` }} />
    </span>
  );
}
