import type { Timeframe } from '~/api/types';
import { PointTable } from '~/chart/PointTable';
import type { ChartPoint } from '~/chart/series';
import { pointTime } from '~/chart/timeTicks';
import { formatNumber } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/compute';

interface Props {
  points: readonly ChartPoint[];
  timeframe: Timeframe;
  indicators: readonly ComputedIndicator[];
  priceText: (price: number) => string;
}

/** The chart in figures, newest first. */
export function ChartTable({ points, timeframe, indicators, priceText }: Props) {
  const lines = indicators.flatMap((indicator) => indicator.lines);
  const rows = points.map(({ timestamp, price }, index) => ({
    key: timestamp,
    time: pointTime(timestamp, timeframe),
    cells: [priceText(price), ...lines.map(({ values }) => formatNumber(values[index], 2))],
  }));
  return (
    <PointTable
      label="Prices of the chart"
      columns={['Price', ...lines.map(({ name }) => name)]}
      rows={rows.reverse()}
    />
  );
}
