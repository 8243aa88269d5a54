import type { PricePoint } from '~/api/types';
import { hasBar } from '~/chart/bars';
import type { ChartPoint } from '~/chart/series';
import { useIsPhone } from '~/hooks/useIsPhone';
import { rangeChange } from '~/market/chartChange';
import {
  formatNumber,
  formatPercent,
  formatPercentOf,
  formatPlainPrice,
  formatSigned,
  formatVolume,
} from '~/market/format';
import { Change } from '../Change';
import classes from './PriceChart.module.css';

interface Props {
  time: string;
  point: ChartPoint;
  /** The bar that the change is relative to; without it, no change is shown. */
  before: PricePoint | null | undefined;
  /** Bars with four prices each; else a line with one. */
  ofBars: boolean;
  decimals: number;
  /** ISO code of the currency. */
  currency: string;
}

/**
 * The bar under the crosshair and its change since the previous bar, or the last bar: 'Mon, Sep 21 O 298.11 H 299.51 L
 * 294.86 C 295.19 −3.09 (−1.03%) V 57.2M'. For a line, its price: 'Price 295.19 −3.09 (−1.03%) vs previous bar V 57.2M'.
 */
export function BarReadout({ time, point, before, ofBars, decimals, currency }: Props) {
  const { price, volume } = point;
  const isBar = ofBars && hasBar(point);
  const figures = isBar
    ? [
        ['O', 'Open', point.open] as const,
        ['H', 'High', point.high] as const,
        ['L', 'Low', point.low] as const,
        ['C', 'Close', price] as const,
      ]
    : [['Price', undefined, price] as const];
  return (
    <p className={`num ${classes.readOut}`} data-line={!isBar || undefined}>
      <span>{time}</span>
      {figures.map(([name, full, value]) => (
        <span key={name}>
          {' '}
          <abbr title={full}>{name}</abbr> <b>{formatPlainPrice(value, { currency, decimals })}</b>
        </span>
      ))}
      {before && <Difference points={[before, point]} isShort={!isBar} decimals={decimals} />}
      {volume ? (
        <span data-volume>
          {' '}
          <abbr title="Volume">V</abbr> <b>{formatVolume(volume)}</b>
        </span>
      ) : null}
    </p>
  );
}

interface DifferenceProps {
  points: readonly PricePoint[];
  /** A line's readout: it has room to say what the change is relative to, but on a phone only for the percentage. */
  isShort: boolean;
  decimals: number;
}

function Difference({ points, isShort, decimals }: DifferenceProps) {
  const isPhone = useIsPhone();
  const { value, percentage } = rangeChange(points);
  const amount = formatSigned(value, (each) => formatNumber(each, decimals));
  const hasAmount = percentage === null || !(isShort && isPhone);
  const text =
    percentage === null
      ? amount
      : hasAmount
        ? `${amount} (${formatPercentOf(amount, percentage)})`
        : formatPercent(percentage);
  return (
    <span data-difference title="Change since the previous bar">
      {' '}
      {/* By the amount if it is shown, because the percentage of a short bar may round to zero. */}
      {hasAmount ? (
        <Change value={value} decimals={decimals} text={text} />
      ) : (
        <Change value={percentage} text={text} />
      )}
      {isShort && !isPhone && <span data-basis> vs previous bar</span>}
    </span>
  );
}
