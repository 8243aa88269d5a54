import { directionOf } from '~/market/format';
import classes from './OverviewCard.module.css';

/** Percent at which the bar is full. */
const FULL = 5;

/** A small bar from the centre to the side of the change. The figure beside it says the same. */
export function ChangeBar({ change }: { change: number | null }) {
  const share = Math.min(1, Math.abs(change ?? 0) / FULL) * 50;
  const direction = directionOf(change, 1);
  return (
    <span className={classes.bar} aria-hidden="true">
      <span data-direction={direction} style={{ width: `${share}%` }} />
    </span>
  );
}
