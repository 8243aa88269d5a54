import type { IcoStatus } from '~/api/types';
import classes from './Ico.module.css';
import { STATUS_NAMES } from './status';

/** The status of an ICO: upcoming, active or ended. */
export function StatusBadge({ status }: { status: IcoStatus }) {
  return (
    <span className={classes.status} data-status={status}>
      {STATUS_NAMES[status]}
    </span>
  );
}
