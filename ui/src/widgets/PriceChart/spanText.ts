import type { ChartPoint } from '~/chart/series';
import type { SpanText } from '~/chart/zoom/target';
import { rangeChange, rangeDirection } from '~/market/chartChange';
import { formatPercent } from '~/market/format';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** '+$1.20', '−$1.20'; what reads as nothing carries a plus, as the percentage beside it. */
export function signed(value: number, priceText: (price: number) => string): string {
  const text = priceText(Math.abs(value));
  const negative = value < 0 && text !== priceText(0);
  return `${negative ? '\u2212' : '+'}${text}`;
}

/** How prices went over a stretch of points: '+4.09%', '+$11.67', '91 days, 64 points'. */
export function spanText(points: readonly ChartPoint[], priceText: (price: number) => string): SpanText {
  const change = rangeChange(points);
  const amount = signed(change.value, priceText);
  const time = (point?: ChartPoint) => Date.parse(point?.timestamp ?? '');
  const length = time(points.at(-1)) - time(points[0]);
  const long =
    length < 2 * DAY ? counted(Math.round(length / HOUR), 'hour') : counted(Math.round(length / DAY), 'day');
  return {
    change: change.percentage === null ? amount : formatPercent(change.percentage),
    direction: rangeDirection(change),
    amount: change.percentage === null ? null : amount,
    length: `${long}, ${counted(points.length, 'point')}`,
  };
}
