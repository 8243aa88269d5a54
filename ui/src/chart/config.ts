import { BasicPlatform, type ChartConfiguration, type ChartDataset } from 'chart.js';
import type { Spot } from './lineStyle';

export type Dataset = ChartDataset<'line', Spot[]>;
export type Config = ChartConfiguration<'line', Spot[]>;
export type Options = NonNullable<Config['options']>;
export type Scales = NonNullable<Options['scales']>;

/** The options of every axis. Our layers draw the axes. */
const AXIS = { type: 'linear', display: false, ticks: { display: false } } as const;

/** The options of the time axis. */
export const timeAxis = () => ({ ...AXIS, offset: false });

/** Returns the value axis of a pane `height` px high. Panes are stacked by ascending `order`. */
export const axisOf = (height: number, order: number) => ({
  ...AXIS,
  position: 'right' as const,
  stack: 'panes',
  stackWeight: height,
  weight: order,
  min: 0,
  max: 1,
});

/**
 * Returns the configuration of an empty chart. chart.js draws only while `isShown` returns true, and calls `draw` before its lines.
 * `pixelRatio` is the resolution, which an offscreen canvas does not know.
 */
export function configOf(
  draw: (ctx: CanvasRenderingContext2D) => void,
  isShown: () => boolean,
  pixelRatio: () => number,
): Config {
  class OffscreenPlatform extends BasicPlatform {
    override getDevicePixelRatio(): number {
      return pixelRatio();
    }
  }
  return {
    type: 'line',
    platform: OffscreenPlatform,
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
        id: 'background',
        beforeRender: isShown,
        beforeDraw: ({ ctx }) => draw(ctx),
      },
    ],
  };
}
