import type { Ico } from '~/api/types';
import { formatMarketCap } from '~/market/format';
import classes from './Ico.module.css';
import { progressOf } from './status';

/** What is raised of the target, as a bar and in words. */
export function IcoProgress({ ico }: { ico: Ico }) {
  const percent = progressOf(ico);
  return (
    <div>
      <p className={`num ${classes.amounts}`}>
        <span>
          {formatMarketCap(ico.raisedAmount)} / {formatMarketCap(ico.targetAmount)}
        </span>
        {percent !== null && <span>{percent.toFixed(1)}%</span>}
      </p>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={`Raised by ${ico.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === null ? undefined : Math.round(percent)}
      >
        <span style={{ width: `${percent ?? 0}%` }} />
      </div>
    </div>
  );
}
