import { directionOf } from '~/market/format';
import classes from './ChangeBar.module.css';

/** A quiet day stays quiet: no bar is full below this change, in percent. */
export const MIN_FULL_CHANGE = 1;

interface Props {
  change: number | null;
  /** The change, in percent, at which the bar is full. */
  full: number;
}

/** A small bar from the centre to the side of the change. The figure beside it says the same. */
export function ChangeBar({ change, full }: Props) {
  const share = Math.min(1, Math.abs(change ?? 0) / full) * 50;
  const direction = directionOf(change, 1);
  return (
    <span className={classes.bar} aria-hidden="true" data-bar="">
      <span data-direction={direction} style={{ width: `${share}%` }} />
    </span>
  );
}
