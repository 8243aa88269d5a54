import type { Timeframe } from '~/api/types';
import { indicatorShade } from '~/chart/colours';
import { useScheme } from '~/chart/palette';
import { type RangeChange, rangeDirection, spanName } from '~/market/chartChange';
import { formatPercent } from '~/market/format';
import { type ComputedIndicator, MIN_POINTS } from '~/market/indicators/result';
import classes from './PriceChart.module.css';
import { legendOf } from './readings';

interface Props {
  change: RangeChange;
  timeframe: Timeframe;
  /** What the day of a 1D chart is called. */
  day: string;
  priceText: (price: number) => string;
  /** How many points the range has. */
  points: number;
  decimals: number;
  indicators: readonly ComputedIndicator[];
  /** How many are switched on, computed or not. */
  enabled: number;
}

/** CHRT-02: the change over the range, in the line's direction, and as an amount where it has no percentage; at the right what the lines are. */
export function ChartHead(props: Props) {
  const { change, timeframe, day, priceText, points, decimals, indicators, enabled } = props;
  const scheme = useScheme();
  const direction = rangeDirection(change);
  const amount = signed(change.value, priceText);
  const overlays = indicators.filter((indicator) => indicator.axis === 'price');
  return (
    <>
      <p className={classes.change}>
        <strong className={`num type-mid ${direction}`}>
          {change.percentage === null ? amount : formatPercent(change.percentage)}
        </strong>
        <span className="num">
          {change.percentage !== null && amount} {spanName(timeframe, day)}
        </span>
      </p>
      {enabled > 0 && points < MIN_POINTS && (
        <p className={classes.note}>
          Indicators need {MIN_POINTS} points; this range has {points}.
        </p>
      )}
      {overlays.length > 0 && (
        <ul className={classes.legend}>
          {overlays.map((indicator) => (
            <li key={indicator.type}>
              <span
                className={classes.legendLine}
                data-dashed={indicator.lines[0]?.shape === 'dashed' || undefined}
                style={{ borderColor: indicatorShade(indicator.color, scheme) }}
              />
              {indicator.label} <b className="num">{legendOf(indicator, points - 1, decimals, points)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** '+$1.20', '−$1.20'; what reads as nothing carries a plus, as the percentage beside it. */
function signed(value: number, priceText: (price: number) => string): string {
  const text = priceText(Math.abs(value));
  const negative = value < 0 && text !== priceText(0);
  return `${negative ? '\u2212' : '+'}${text}`;
}
