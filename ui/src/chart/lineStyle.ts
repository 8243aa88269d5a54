import type { ChartDataset } from 'chart.js';

/** The style of a line: a chart.js dataset without its data and axis. */
export type LineStyle = Omit<ChartDataset<'line', Spot[]>, 'data' | 'yAxisID'>;

/** A point in chart.js' internal format; y is NaN where there is no value. */
export interface Spot {
  x: number;
  y: number;
}
