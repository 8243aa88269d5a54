import type { Ico } from '~/api/types';
import { formatDollars, formatRate } from '~/market/format';
import classes from './Ico.module.css';
import { percentOf, progressOf } from './status';

/** The raised fraction of the target: a bar that ends at 100 % and a text that may exceed it. */
export function IcoProgress({ ico }: { ico: Ico }) {
  const percent = percentOf(ico);
  const filled = progressOf(ico);
  return (
    <div>
      <p className={`num ${classes.amounts}`}>
        <span>
          Raised {formatDollars(ico.raisedAmount)} of {formatDollars(ico.targetAmount)}
        </span>
        {percent !== null && <span>{formatRate(percent, 1)}</span>}
      </p>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={`Raised by ${ico.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={filled === null ? undefined : Math.round(filled)}
      >
        <span style={{ width: `${filled ?? 0}%` }} />
      </div>
    </div>
  );
}
