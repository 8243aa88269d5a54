import type { ReactNode } from 'react';
import type { Series } from '~/market/indicators/series';
import type { LineStyle } from './lineStyle';
import type { Palette } from './palette';
import type { Range, ValueTick } from './scale';
import type { TimeTick } from './timeTicks';
import type { Viewport } from './viewport';

/** A line with one value per point. */
export interface Line {
  /** Unique within its pane. */
  key: string;
  /** One value per point, or null. May extend beyond the last point. */
  values: Series;
  style: LineStyle;
}

/** A horizontal line across a pane at a value such as the last price or the previous close; dotted unless `dash` is given. */
export interface Level {
  value: number;
  color: string;
  dash?: number[];
  /** Text at the left end of the line, or ending at the position `nameEnd` of the time axis. */
  name?: string;
  nameEnd?: number | undefined;
  /** Label on the value axis in a colored box. The first tag stays at its value; others move to avoid overlaps. */
  tag?: { text: string; textColor: string; background: string; edge?: string };
  /** True for a tag at the end of a line, without the level's own line. All such tags are moved apart. */
  isEnd?: boolean;
}

/** Paints into a pane that begins `top` px below the canvas' upper edge. */
export type Paint = (frame: Frame, pane: Pane, box: { top: number; height: number }) => void;

/** Paints one layer of the chart, such as the grid, an axis or the crosshair. */
export type Layer = (frame: Frame) => void;

/** A part of the chart with its own value axis. Panes are stacked and share the time axis. */
export interface Pane {
  key: string;
  size: 'main' | 'volume' | 'oscillator';
  range: Range;
  ticks: readonly ValueTick[];
  /** Returns the ticks for another range. Without it, they stay the same. */
  ticksOf?: (range: Range) => readonly ValueTick[];
  /** The crosshair follows the first line. */
  lines: readonly Line[];
  levels?: readonly Level[];
  /** Paints candles, bars or a histogram below the lines. */
  paint?: Paint;
  /** A shaded range of values. */
  band?: { low: number; high: number; color: string };
  /** Heading of the pane for the point under the crosshair, or else the last one. */
  title?: (index: number) => ReactNode;
  /** Text in the pane where lines cannot be drawn. */
  message?: string;
  /** Returns the text of the crosshair's tag on the value axis. Without it, the pane has no such tag. */
  tagText?: (value: number) => string;
}

/** Everything that a chart shows at one moment. */
export interface ChartContent {
  /** Positions of the points on the time axis, ascending. */
  positions: readonly number[];
  viewport: Viewport;
  panes: readonly Pane[];
  timeTicks: readonly TimeTick[];
  /** The point under the crosshair. `height` is the pointer's distance from the top of the canvas, if it has one. */
  crosshair: { index: number; time: string; height?: number | null } | null;
  /** Points with a date tag on the time axis, instead of the crosshair's tag. */
  dates?: readonly { index: number; time: string }[] | undefined;
  /** Additional layers, above the lines and below crosshair and axes. */
  layers?: readonly Layer[] | undefined;
  palette: Palette;
}

/** The layout of a chart in px, as computed by CSS. */
export interface Boxes {
  width: number;
  height: number;
  /** The right edge of the panes, where the value axis begins. */
  plotWidth: number;
  /** One box per pane, in the order of the panes. */
  panes: readonly { top: number; height: number }[];
  /** The upper edge of the time axis; without a time axis, the lower edge of the canvas. */
  timesTop: number;
  /** One rem in px, the unit of sizes that scale with the font. */
  rem: number;
  fontFamily: string;
}

/** The input of a layer. */
export interface Frame {
  ctx: CanvasRenderingContext2D;
  content: ChartContent;
  boxes: Boxes;
}
