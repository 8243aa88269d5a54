import { formatNumber } from '~/market/format';
import classes from './Backtest.module.css';

interface Props {
  times: number;
  /** True if the alert fires only once. */
  once: boolean;
  /** 'in a year' */
  when: string;
  /** The evaluated bars: '252 daily bars, Nov 27, 2025 to Nov 26'. */
  span: string;
}

/** 'Would have fired 7 times in a year', and the evaluated bars. */
export function BacktestHead({ times, once, when, span }: Props) {
  const often = times === 1 ? 'once' : `${formatNumber(times, 0)} times`;
  return (
    <div className={classes.head}>
      <p role="status">
        {times === 0 ? 'Would not have ' : 'Would have '}
        {once ? 'triggered ' : 'fired '}
        {times > 0 && <strong className="num">{often}</strong>} {when}
      </p>
      <span className={classes.bars}>{span}</span>
    </div>
  );
}
