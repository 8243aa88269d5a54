import { type RangeChange, rangeDirection } from '~/market/chartChange';
import { formatPercentOf, formatSigned } from '~/market/format';
import { MIN_POINTS } from '~/market/indicators/result';
import classes from './PriceChart.module.css';

interface Props {
  change: RangeChange;
  /** The span of the change: 'past week', 'Jul 31 – Oct 30, 2026'. */
  span: string;
  /** The label of the range, for a chart without room for the span; undefined for a part of the range. */
  name: string | undefined;
  /** Formats the size of a change in price. */
  moveText: (size: number) => string;
  /** Number of points in the range. */
  points: number;
  /** Number of enabled indicators, computed or not. */
  enabled: number;
  /** Resets the view to the whole range; null if it is shown. */
  onReset: (() => void) | null;
}

/** CHRT-02: the change over the range in the line's direction, as an amount if there is no percentage. */
export function ChartHead({ change, span, name, moveText, points, enabled, onReset }: Props) {
  const direction = rangeDirection(change);
  const amount = formatSigned(change.value, moveText);
  return (
    <>
      <p className={classes.change} data-change={name ?? ''}>
        <strong className={`num type-mid ${direction}`}>
          {change.percentage === null ? amount : formatPercentOf(amount, change.percentage)}
        </strong>
        <span className="num">
          {change.percentage !== null && amount} {span}
        </span>
        {onReset && (
          <button type="button" className={classes.reset} onClick={onReset}>
            Reset zoom
          </button>
        )}
      </p>
      {enabled > 0 && points < MIN_POINTS && (
        <p className={classes.note}>
          Indicators need {MIN_POINTS} points; this range has {points}.
        </p>
      )}
    </>
  );
}
