import { rangeChange } from '~/market/chartChange';
import { formatPercent } from '~/market/format';
import type { ChartPoint } from '../series';
import type { SpanText, Zoom } from './target';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** How prices went over a stretch of points: '+4.09%', '+$11.67', '91 days, 64 points'. */
export function spanText(points: readonly ChartPoint[], changeText: Zoom['changeText']): SpanText {
  const change = rangeChange(points);
  const amount = changeText(change.value);
  const time = (point?: ChartPoint) => Date.parse(point?.timestamp ?? '');
  const length = time(points.at(-1)) - time(points[0]);
  const long =
    length < 2 * DAY ? counted(Math.round(length / HOUR), 'hour') : counted(Math.round(length / DAY), 'day');
  return {
    change: change.percentage === null ? amount : formatPercent(change.percentage),
    amount: change.percentage === null ? null : amount,
    length: `${long}, ${counted(points.length, 'point')}`,
  };
}
