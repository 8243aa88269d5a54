import { hasBar } from '~/chart/bars';
import { type ChartPoint, isDailyOrLonger } from '~/chart/series';
import type { Column, HasId } from '~/components/table/column';
import { pointsWithin } from '../placeView';
import type { ShownChart } from './shownChart';

/** A point of the chart; `id` is its index. */
interface Row extends HasId {
  point: ChartPoint;
}

type Value = (row: Row) => number | string | null | undefined;

/** The chart as numbers: a row per visible point, oldest first, unrounded. */
export function figuresOf({ series, view, timeframe, indicators, compared }: ShownChart) {
  const { points } = series;
  const shown = (view && pointsWithin(series, view)) ?? points;
  const first = points.indexOf(shown[0] as ChartPoint);
  const rows = shown.map((point, at): Row => ({ id: first + at, point }));
  const column = (title: string, value: Value): Column<Row> => ({
    key: title,
    title,
    value,
    render: () => null,
  });
  const isBarred = shown.some(hasBar);
  const time = isDailyOrLonger(timeframe) ? 'Date' : 'Time (UTC)';
  const columns = [
    column(time, ({ point }) =>
      isDailyOrLonger(timeframe) ? point.timestamp.slice(0, 10) : point.timestamp,
    ),
    ...(isBarred
      ? [
          column('Open', ({ point }) => point.open),
          column('High', ({ point }) => point.high),
          column('Low', ({ point }) => point.low),
        ]
      : []),
    column(isBarred ? 'Close' : 'Price', ({ point }) => point.price),
    ...(shown.some(({ volume }) => volume) ? [column('Volume', ({ point }) => point.volume)] : []),
    ...indicators.flatMap(({ lines }) =>
      lines.map(({ name, values }) => column(name, ({ id }) => values[id])),
    ),
    ...(compared ?? []).map(({ symbol, percents }) =>
      column(`${symbol} change in %`, ({ id }) => percents[id]),
    ),
  ];
  return { rows, columns };
}
