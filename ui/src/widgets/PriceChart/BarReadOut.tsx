import { hasBar } from '~/chart/bars';
import type { ChartPoint } from '~/chart/series';
import { directionOf, formatNumber, formatPercent, formatVolume } from '~/market/format';
import classes from './PriceChart.module.css';

interface Props {
  time: string;
  point: ChartPoint;
  /** The one before it. */
  before: ChartPoint | undefined;
  decimals: number;
}

/** The bar under the crosshair, or the last one: 'Mon, Sep 21 O 298.11 H 299.51 L 294.86 C 295.19 −1.03% V 57.2M'. */
export function BarReadOut({ time, point, before, decimals }: Props) {
  const { price, volume } = point;
  const change = before && before.price > 0 ? (100 * (price - before.price)) / before.price : null;
  const figures = hasBar(point)
    ? [
        ['O', 'Open', point.open] as const,
        ['H', 'High', point.high] as const,
        ['L', 'Low', point.low] as const,
        ['C', 'Close', price] as const,
      ]
    : [['Price', undefined, price] as const];
  return (
    <p className={`num ${classes.readOut}`}>
      <span>{time}</span>
      {figures.map(([name, full, value]) => (
        <span key={name}>
          {' '}
          <abbr title={full}>{name}</abbr> <b>{formatNumber(value, decimals)}</b>
        </span>
      ))}
      {change !== null && <b className={directionOf(change)}> {formatPercent(change)}</b>}
      {volume ? (
        <span>
          {' '}
          <abbr title="Volume">V</abbr> <b>{formatVolume(volume)}</b>
        </span>
      ) : null}
    </p>
  );
}
