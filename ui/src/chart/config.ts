import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { Layer } from './frame';
import { background } from './layers/background';
import { crosshair } from './layers/crosshair';
import { timeAxis } from './layers/timeAxis';
import { valueAxis } from './layers/valueAxis';
import type { Spot } from './lineStyle';

export type Dataset = ChartDataset<'line', Spot[]>;
export type Config = ChartConfiguration<'line', Spot[]>;
export type Options = NonNullable<Config['options']>;
export type Scales = NonNullable<Options['scales']>;

/** Draws the drawing's own layers. */
const own: Layer = (frame) => {
  for (const layer of frame.drawing.layers ?? []) layer(frame);
};

const BENEATH: readonly Layer[] = [background];
const ABOVE: readonly Layer[] = [own, crosshair, valueAxis, timeAxis];

// Our layers draw the axes; chart.js would compute ticks and labels at every update.
export const noTicks = (axis: { ticks: unknown[] }) => {
  axis.ticks = [];
};

/** Returns the value axis of a pane `height` px high. Panes are stacked by ascending `order`. */
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

/** Returns the configuration of an empty chart. `draw` is called with the layers whenever chart.js draws, which it does only while `isShown`. */
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
      // Pointer and keyboard events are handled by Chart.tsx.
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
