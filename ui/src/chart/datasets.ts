import type { ChartDataset, ScriptableContext } from 'chart.js';
import type { ComputedIndicator } from '~/market/indicators/compute';
import type { Series } from '~/market/indicators/series';
import { directionLine, faded, indicatorShade, type Scheme } from './colours';
import type { ChartPoint } from './series';

interface Spot {
  x: number;
  y: number;
}
export type Dataset = ChartDataset<'line', Spot[]> | ChartDataset<'bar', Spot[]>;

/** Where the i-th value of a padded series stands; a cloud goes on beyond the last price. */
export function placeOf(points: readonly ChartPoint[], index: number): number {
  const last = points.length - 1;
  return points[index]?.x ?? (points[last]?.x ?? 0) + (index - last);
}

function spots(points: readonly ChartPoint[], values: Series): Spot[] {
  return values.flatMap((y, i) => (y === null ? [] : [{ x: placeOf(points, i), y }]));
}

/** A low-opacity vertical gradient from the line to nothing. */
function gradient(colour: string) {
  return ({ chart: { ctx, chartArea } }: ScriptableContext<'line'>) => {
    if (!chartArea) return faded(colour, 0.1);
    const fill = ctx.createLinearGradient(0, chartArea.top, 0, chartArea.bottom);
    fill.addColorStop(0, faded(colour, 0.2));
    fill.addColorStop(1, faded(colour, 0));
    return fill;
  };
}

/** CHRT-06: tension 0.3, width 2, hover radius 6. One point makes no line, so it shows as a dot. */
export function priceDataset(points: readonly ChartPoint[], colour: string, surface: string): Dataset {
  return {
    type: 'line',
    label: 'Price',
    data: points.map(({ x, price }) => ({ x, y: price })),
    borderColor: colour,
    borderWidth: 2,
    tension: 0.3,
    pointRadius: points.length === 1 ? 3 : 0,
    pointBackgroundColor: colour,
    pointHoverRadius: 6,
    pointHoverBackgroundColor: colour,
    pointHoverBorderColor: surface,
    pointHoverBorderWidth: 2,
    fill: 'start',
    backgroundColor: gradient(colour),
    order: 0,
  };
}

type Line = ComputedIndicator['lines'][number];

function bars(data: Spot[], label: string): Dataset {
  const colours = data.map(({ y }) => faded(directionLine(y < 0 ? 'down' : 'up'), 0.5));
  return {
    type: 'bar',
    label,
    data,
    backgroundColor: colours,
    barPercentage: 1,
    categoryPercentage: 0.7,
    order: 2,
  };
}

function lineDataset(line: Line, data: Spot[], label: string, shade: string): Dataset {
  const colour = line.faint ? faded(shade, 0.65) : shade;
  return {
    type: 'line',
    label,
    data,
    borderColor: colour,
    // CHRT-06: 1 to 1.5.
    borderWidth: line.shape === 'dashed' ? 1 : 1.5,
    ...(line.shape === 'dashed' && { borderDash: [4, 3] }),
    tension: 0,
    pointRadius: 0,
    pointHoverRadius: 0,
    fill: line.fillToNext ? '+1' : false,
    backgroundColor: faded(shade, 0.07),
    order: 1,
  };
}

/** One dataset for each line of an indicator. */
export function indicatorDatasets(
  points: readonly ChartPoint[],
  indicator: ComputedIndicator,
  scheme: Scheme,
): Dataset[] {
  const shade = indicatorShade(indicator.color, scheme);
  return indicator.lines.map((line) => {
    const label = `${indicator.type} ${line.name}`;
    const data = spots(points, line.values);
    return line.shape === 'bars' ? bars(data, label) : lineDataset(line, data, label, shade);
  });
}
