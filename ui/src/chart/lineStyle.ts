import type { ChartDataset } from 'chart.js';

/** How a line is drawn: a dataset of chart.js without its data and its place. */
export type LineStyle = Omit<ChartDataset<'line', Spot[]>, 'data' | 'yAxisID'>;

/** A point as chart.js takes it unparsed; y is not a number where there is no value. */
export interface Spot {
  x: number;
  y: number;
}
