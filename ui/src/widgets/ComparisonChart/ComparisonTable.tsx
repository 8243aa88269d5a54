import type { Timeframe } from '~/api/types';
import { PointTable } from '~/chart/PointTable';
import { pointTime } from '~/chart/timeTicks';
import type { Comparison } from '~/market/comparison';
import { formatPercent } from '~/market/format';

interface Props {
  comparison: Comparison;
  timeframe: Timeframe;
  priceText: (symbol: string, price: number | undefined) => string;
}

/** The chart as a table, newest first. */
export function ComparisonTable({ comparison: { times, lines }, timeframe, priceText }: Props) {
  const rows = times.map((time, index) => ({
    key: time,
    time: pointTime(time, timeframe),
    cells: lines.map(
      ({ symbol, percents, prices }) =>
        `${formatPercent(percents[index])} (${priceText(symbol, prices[index])})`,
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
