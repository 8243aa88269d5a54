import type { ReactNode } from 'react';
import type { Series } from '~/market/indicators/series';
import type { LineStyle } from './lineStyle';
import type { Palette } from './palette';
import type { Range, ValueTick } from './scale';
import type { TimeTick } from './timeTicks';
import type { Viewport } from './viewport';

/** Something drawn from a value per point. */
export interface Line {
  /** Names it within its pane. */
  key: string;
  /** By index of point; null where there is no value. May reach beyond the last point. */
  values: Series;
  style: LineStyle;
}

/** A value marked across a pane by a line, dotted unless it has dashes: the last price, the close before. */
export interface Level {
  value: number;
  colour: string;
  dash?: [number, number];
  /** What stands at the left end of the line, or before a place of the time axis. */
  name?: string;
  nameEnd?: number | undefined;
  /** On the value axis, in a box of the level's own colour; the first stays at its place, others give way. */
  tag?: { text: string; ink: string; ground: string; edge?: string };
  /** A tag alone, for the end of a line: it has no line of its own, and all such tags part. */
  isEnd?: boolean;
}

/** Draws into a pane that begins `top` px below the canvas' upper edge. */
export type Paint = (frame: Frame, pane: Pane, box: { top: number; height: number }) => void;

/** Draws one kind of thing over the panes: grid, axes and crosshair are layers, and so is what code of its own brings. */
export type Layer = (frame: Frame) => void;

/** A drawing with a value axis of its own. Panes stand above one another and share the time axis. */
export interface Pane {
  key: string;
  size: 'main' | 'volume' | 'oscillator';
  range: Range;
  ticks: readonly ValueTick[];
  /** The crosshair follows the first. */
  lines: readonly Line[];
  levels?: readonly Level[];
  /** Draws what is no line, beneath the lines. */
  paint?: Paint;
  /** A part of the value axis that is shaded. */
  band?: { low: number; high: number; colour: string };
  /** Above the pane, for the point under the crosshair or the last one. */
  title?: (index: number) => ReactNode;
  /** In the pane, in place of lines that cannot be drawn. */
  message?: string;
  /** What the crosshair's tag on the value axis says; without it there is none. */
  tagText?: (value: number) => string;
}

/** All that a chart shows at one moment. */
export interface Drawing {
  /** Places of the points on the time axis, ascending. */
  places: readonly number[];
  viewport: Viewport;
  panes: readonly Pane[];
  timeTicks: readonly TimeTick[];
  crosshair: { index: number; time: string } | null;
  /** Points whose dates stand in tags on the time axis, in place of the crosshair's own. */
  dates?: readonly { index: number; time: string }[] | undefined;
  /** Drawn over the lines, beneath crosshair and axes. */
  layers?: readonly Layer[] | undefined;
  palette: Palette;
}

/** Where the parts of a chart lie on its canvas, in px, as CSS has laid them out. */
export interface Boxes {
  width: number;
  height: number;
  /** The right edge of the panes, where the value axis begins. */
  plotWidth: number;
  /** Of each pane, in the order of the drawing. */
  panes: readonly { top: number; height: number }[];
  /** The upper edge of the time axis; the canvas' lower edge when there is none. */
  timesTop: number;
  /** One rem. Whatever is measured against type is a multiple of it. */
  rem: number;
  fontFamily: string;
}

/** What a layer needs to draw itself. */
export interface Frame {
  ctx: CanvasRenderingContext2D;
  drawing: Drawing;
  boxes: Boxes;
}
