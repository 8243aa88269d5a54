import { rangeChange, rangeDirection } from '~/market/chartChange';
import { formatNumber, formatPercent } from '~/market/format';
import { type ChartPoint, typicalGap } from '../series';
import type { SpanText, Zoom } from './target';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns '1 bar', '64 bars'. */
export const withUnit = (count: number, unit: string) =>
  `${formatNumber(count, 0)} ${unit}${count === 1 ? '' : 's'}`;

/** Describes the change over a span of points: '+4.09%', '+$11.67', '91 days, 64 sessions'. */
export function spanText(points: readonly ChartPoint[], changeText: Zoom['changeText']): SpanText {
  const change = rangeChange(points);
  const amount = changeText(change.value);
  return {
    change: change.percentage === null ? amount : formatPercent(change.percentage),
    amount: change.percentage === null ? null : amount,
    direction: rangeDirection(change),
    length: lengthOf(points),
  };
}

/** Returns '45 minutes', '5 hours', '12 days' for a length in milliseconds. */
export function durationText(length: number): string {
  if (length < 2 * HOUR) return withUnit(Math.round(length / MINUTE), 'minute');
  if (length < 2 * DAY) return withUnit(Math.round(length / HOUR), 'hour');
  return withUnit(Math.round(length / DAY), 'day');
}

/** Returns the duration of a span; for daily bars also the number of sessions, if fewer. */
function lengthOf(points: readonly ChartPoint[]): string {
  const [first, last] = [points[0], points.at(-1)].map((point) => Date.parse(point?.timestamp ?? ''));
  const length = Number(last) - Number(first);
  if (length < 2 * DAY) return durationText(length);
  const days = Math.round(length / DAY);
  const sessions = points.length - 1;
  const isDaily = Math.round(typicalGap(points) / DAY) === 1;
  return [durationText(length), ...(isDaily && sessions < days ? [withUnit(sessions, 'session')] : [])].join(
    ', ',
  );
}
