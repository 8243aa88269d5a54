import type { Direction } from '~/market/format';
import type { Viewport } from '../viewport';

/** A span that is being selected: its start, and the end that moves. */
export interface Span {
  anchor: number;
  movingEnd: number;
}

/** Texts that describe a selected span. */
export interface SpanText {
  /** For example '+4.09%'. */
  change: string;
  /** '+$11.67'; null if `change` is the amount, because no percentage can be computed. */
  amount: string | null;
  direction: Direction;
  /** For example '91 days, 64 sessions'. */
  length: string;
}

/** The zoom controls of a chart, in positions of the time axis. */
export interface Zoom {
  view: Viewport;
  /** The limits of the view. */
  bounds: Viewport;
  /** True while only a part of the range is visible. */
  isZoomed: boolean;
  show: (view: Viewport) => void;
  /** Returns the drawn part of the axis for a view: bars have space at both ends. */
  viewportOf: (view: Viewport) => Viewport;
  reset: () => void;
  /** Formats a change of price: '+$11.67'. */
  changeText: (change: number) => string;
  /** Called when a selection starts and when it ends. */
  onSelecting: (isSelecting: boolean) => void;
}

/** The chart's state as seen by gestures and keys. */
export interface ZoomTarget extends Zoom {
  /** Moves the view without changing its length. */
  pan: (view: Viewport) => void;
  /** The first point's time. If it changes, the time axis is a different one, and earlier positions are meaningless. */
  origin: string;
  /** Positions of the points, ascending. */
  positions: readonly number[];
  /** Indices of the visible points. */
  visible: { first: number; last: number };
  /** Index of the point under the crosshair. */
  active: number | null;
  span: Span | null;
  select: (span: Span | null) => void;
  /** Moves the crosshair to a point. */
  point: (index: number) => void;
}
