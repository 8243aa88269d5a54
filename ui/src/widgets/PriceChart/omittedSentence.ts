import type { PricePoint, TickerDetail, Timeframe } from '~/api/types';
import { isDailyOrLonger } from '~/chart/series';

type Bars = TickerDetail['leftOutBars'];
type Times = readonly Pick<PricePoint, 'timestamp'>[];

const REASON_MANY = 'far from the prices around them and from the 52-week range, without unusual volume';
const REASON_ONE = 'far from the prices around it and from the 52-week range, without unusual volume';

export interface OmittedBarsProps {
  bars: Bars;
  timeframe: Timeframe;
  points: Times;
}

/** A note about bars omitted from the range as outliers; null if there are none. */
export function omittedSentence(omitted: OmittedBarsProps): string | null {
  const count = countWithin(omitted);
  if (count === 0) return null;
  return count === 1 ? `1 bar left out: ${REASON_ONE}.` : `${count} bars left out: ${REASON_MANY}.`;
}

/** Daily bars are keyed by midnight UTC, shorter bars by their start. */
function countWithin({ bars, timeframe, points }: OmittedBarsProps): number {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return 0;
  const [from, to] = [Date.parse(first.timestamp), Date.parse(last.timestamp)];
  const count = (interval: string) =>
    bars.filter((bar) => {
      const start = Date.parse(bar.start);
      return bar.interval === interval && start >= from && start <= to;
    }).length;
  if (isDailyOrLonger(timeframe)) return count('1d');
  return timeframe === '1D' ? count('5m') : Math.max(count('1h'), Math.min(1, count('5m')));
}
