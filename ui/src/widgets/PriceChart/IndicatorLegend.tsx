import { indicatorShade } from '~/chart/colors';
import { useScheme } from '~/chart/palette';
import type { ComputedIndicator } from '~/market/indicators/result';
import classes from './PriceChart.module.css';
import { legendOf } from './readings';

interface Props {
  indicators: readonly ComputedIndicator[];
  /** The point under the crosshair, or the last one in view. */
  index: number;
  decimals: number;
  /** Number of points in the range. */
  points: number;
}

/** Names and values of the overlay lines at a point. */
export function IndicatorLegend({ indicators, index, decimals, points }: Props) {
  const scheme = useScheme();
  const overlays = indicators.filter(({ axis }) => axis === 'price');
  if (overlays.length === 0) return null;
  return (
    <ul className={classes.legend}>
      {overlays.map((indicator) => (
        <li key={indicator.type}>
          <span
            className={classes.legendLine}
            data-dashed={indicator.lines[0]?.shape === 'dashed' || undefined}
            style={{ borderColor: indicatorShade(indicator.color, scheme) }}
          />
          {indicator.label} <b className="num">{legendOf(indicator, index, decimals, points)}</b>
        </li>
      ))}
    </ul>
  );
}
