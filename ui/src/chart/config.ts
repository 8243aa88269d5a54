import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { Layer } from './frame';
import { crosshair } from './layers/crosshair';
import { ground } from './layers/ground';
import { timeAxis } from './layers/timeAxis';
import { valueAxis } from './layers/valueAxis';
import type { Spot } from './lineStyle';

export type Dataset = ChartDataset<'line', Spot[]>;
export type Config = ChartConfiguration<'line', Spot[]>;
export type Options = NonNullable<Config['options']>;
export type Scales = NonNullable<Options['scales']>;

/** What the drawing brings itself. */
const own: Layer = (frame) => {
  for (const layer of frame.drawing.layers ?? []) layer(frame);
};

const BENEATH: readonly Layer[] = [ground];
const ABOVE: readonly Layer[] = [own, crosshair, valueAxis, timeAxis];

// The layers draw the axes; chart.js would make ticks and their texts at every update.
export const noTicks = (axis: { ticks: unknown[] }) => {
  axis.ticks = [];
};

/** The value axis of a pane so many px high; panes of a lower order stand above. */
export const axisOf = (height: number, order: number) => ({
  type: 'linear' as const,
  display: false,
  position: 'right' as const,
  stack: 'panes',
  stackWeight: height,
  weight: order,
  min: 0,
  max: 1,
  afterBuildTicks: noTicks,
});

/** A chart without lines; `draw` is called with the layers whenever chart.js draws, which it does while `isShown`. */
export function configOf(draw: (layers: readonly Layer[]) => void, isShown: () => boolean): Config {
  return {
    type: 'line',
    data: { datasets: [] },
    options: {
      responsive: false,
      maintainAspectRatio: false,
      animation: false,
      parsing: false,
      normalized: true,
      // The stage hears the pointer and the keys.
      events: [],
      plugins: { filler: { propagate: false, drawTime: 'beforeDatasetsDraw' } },
      scales: {},
    },
    plugins: [
      {
        id: 'layers',
        beforeRender: isShown,
        beforeDraw: () => draw(BENEATH),
        afterDatasetsDraw: () => draw(ABOVE),
      },
    ],
  };
}
