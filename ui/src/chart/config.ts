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

/** Draws the additional layers of the drawing. */
const additionalLayers: Layer = (frame) => {
  for (const layer of frame.drawing.layers ?? []) layer(frame);
};

const LAYERS_BELOW: readonly Layer[] = [background];
const LAYERS_ABOVE: readonly Layer[] = [additionalLayers, crosshair, valueAxis, timeAxis];

// Prevents chart.js from computing ticks and labels at every update. Our layers draw the axes.
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

/** Returns the configuration of an empty chart. chart.js draws only while `isShown` returns true, and calls `draw` with our layers. */
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
      // Chart.tsx handles pointer and keyboard events.
      events: [],
      plugins: { filler: { propagate: false, drawTime: 'beforeDatasetsDraw' } },
      scales: {},
    },
    plugins: [
      {
        id: 'layers',
        beforeRender: isShown,
        beforeDraw: () => draw(LAYERS_BELOW),
        afterDatasetsDraw: () => draw(LAYERS_ABOVE),
      },
    ],
  };
}
