import type { Timeframe } from '~/api/types';
import { PointTable } from '~/chart/PointTable';
import { pointTime } from '~/chart/timeTicks';
import type { Comparison } from '~/market/comparison';
import { formatPercent, formatPrice } from '~/market/format';

interface Props {
  comparison: Comparison;
  timeframe: Timeframe;
}

/** The chart in figures, newest first. */
export function ComparisonTable({ comparison: { times, lines }, timeframe }: Props) {
  const rows = times.map((time, index) => ({
    key: time,
    time: pointTime(time, timeframe),
    cells: lines.map(
      ({ percents, prices }) => `${formatPercent(percents[index])} (${formatPrice(prices[index])})`,
    ),
  }));
  return (
    <PointTable
      label="Changes and prices of the chart"
      columns={lines.map(({ symbol }) => symbol)}
      rows={rows.reverse()}
    />
  );
}
