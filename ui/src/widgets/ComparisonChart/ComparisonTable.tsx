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

/** The points of the range as a table, newest first, without the price before it. */
export function ComparisonTable({ comparison, timeframe, priceText }: Props) {
  const { times, lines, isFromBefore } = comparison;
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
      rows={rows.slice(isFromBefore ? 1 : 0).reverse()}
    />
  );
}
