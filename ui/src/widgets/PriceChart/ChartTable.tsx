import type { Timeframe } from '~/api/types';
import { hasBar } from '~/chart/bars';
import { PointTable } from '~/chart/PointTable';
import { type ChartPoint, weeksPerBar } from '~/chart/series';
import { pointTime } from '~/chart/timeTicks';
import { formatNumber, formatVolume, UNKNOWN } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/result';
import { readingDecimals } from './readings';
import type { ChartMode } from './useChartMode';

const BAR_COLUMNS = ['Open', 'High', 'Low', 'Close', 'Volume'];

interface Props {
  points: readonly ChartPoint[];
  timeframe: Timeframe;
  mode: ChartMode;
  indicators: readonly ComputedIndicator[];
  decimals: number;
  priceText: (price: number) => string;
}

/** The chart as a table, newest first. */
export default function ChartTable(props: Props) {
  const { points, timeframe, mode, indicators, decimals, priceText } = props;
  const ofBars = mode !== 'line' && points.some(hasBar);
  const lines = indicators.flatMap((indicator) =>
    indicator.lines.map((line) => ({ ...line, digits: readingDecimals(indicator, decimals) })),
  );
  const price = (value: number | undefined) => (value === undefined ? UNKNOWN : priceText(value));
  const cells = ({ open, high, low, price: close, volume }: ChartPoint) =>
    ofBars
      ? [...[open, high, low, close].map(price), volume ? formatVolume(volume) : UNKNOWN]
      : [price(close)];
  const weeks = weeksPerBar(points);
  const rows = points.map((point, index) => ({
    key: point.timestamp,
    time: pointTime(point.timestamp, timeframe, weeks),
    cells: [...cells(point), ...lines.map(({ values, digits }) => formatNumber(values[index], digits))],
  }));
  return (
    <PointTable
      label="Prices of the chart"
      columns={[...(ofBars ? BAR_COLUMNS : ['Price']), ...lines.map(({ name }) => name)]}
      rows={rows.reverse()}
    />
  );
}
