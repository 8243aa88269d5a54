import type { Timeframe } from '~/api/types';
import { indicatorShade } from '~/chart/colours';
import { useScheme } from '~/chart/useScheme';
import { type RangeChange, spanName } from '~/market/chartChange';
import { formatPercent } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/compute';
import classes from './PriceChart.module.css';
import { legendOf } from './readings';

interface Props {
  change: RangeChange;
  timeframe: Timeframe;
  priceText: (price: number) => string;
  indicators: readonly ComputedIndicator[];
  /** Index of the newest point. */
  last: number;
}

/** CHRT-02: the change over the range, in the line's direction; at the right what the lines are. */
export function ChartHead({ change, timeframe, priceText, indicators, last }: Props) {
  const scheme = useScheme();
  const sign = change.value < 0 ? '\u2212' : '+';
  const overlays = indicators.filter((indicator) => indicator.axis === 'price');
  return (
    <div className={classes.head}>
      <p className={classes.change}>
        <strong className={`num ${change.value < 0 ? 'down' : 'up'}`}>
          {formatPercent(change.percentage)}
        </strong>
        <span className="num">
          {sign}
          {priceText(Math.abs(change.value))} {spanName(timeframe)}
        </span>
      </p>
      {overlays.length > 0 && (
        <ul className={classes.legend}>
          {overlays.map((indicator) => (
            <li key={indicator.type}>
              <span
                className={classes.legendLine}
                data-dashed={indicator.lines[0]?.shape === 'dashed' || undefined}
                style={{ borderColor: indicatorShade(indicator.color, scheme) }}
              />
              {indicator.label} <b className="num">{legendOf(indicator, last)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
