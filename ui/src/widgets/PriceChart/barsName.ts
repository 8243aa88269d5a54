import type { PricePoint } from '~/api/types';
import { typicalGap, weeksPerBar } from '~/chart/series';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The bars whose closes are the chart's points: '5-minute bars', 'hourly bars', 'daily bars', '2-week bars'. */
export function barsName(points: readonly PricePoint[]): string {
  const gap = typicalGap(points);
  const weeks = weeksPerBar(points);
  if (gap >= DAY) return weeks > 1 ? `${weeks}-week bars` : weeks === 1 ? 'weekly bars' : 'daily bars';
  const minutes = Math.round(gap / MINUTE);
  if (minutes % 60) return `${minutes}-minute bars`;
  return minutes === 60 ? 'hourly bars' : minutes ? `${minutes / 60}-hour bars` : 'the points shown';
}
