import type { Timeframe } from '~/api/types';
import { PointTable } from '~/chart/PointTable';
import type { ChartPoint } from '~/chart/series';
import { pointTime } from '~/chart/timeTicks';
import { formatNumber } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/result';
import { readingDecimals } from './readings';

interface Props {
  points: readonly ChartPoint[];
  timeframe: Timeframe;
  indicators: readonly ComputedIndicator[];
  decimals: number;
  priceText: (price: number) => string;
}

/** The chart in figures, newest first. */
export default function ChartTable({ points, timeframe, indicators, decimals, priceText }: Props) {
  const lines = indicators.flatMap((indicator) =>
    indicator.lines.map((line) => ({ ...line, digits: readingDecimals(indicator, decimals) })),
  );
  const rows = points.map(({ timestamp, price }, index) => ({
    key: timestamp,
    time: pointTime(timestamp, timeframe),
    cells: [priceText(price), ...lines.map(({ values, digits }) => formatNumber(values[index], digits))],
  }));
  return (
    <PointTable
      label="Prices of the chart"
      columns={['Price', ...lines.map(({ name }) => name)]}
      rows={rows.reverse()}
    />
  );
}
