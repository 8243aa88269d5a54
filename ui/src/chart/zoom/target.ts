import type { Direction } from '~/market/format';
import type { Viewport } from '../viewport';

/** A stretch of points that is being selected: where it began, and the end that moves. */
export interface Span {
  anchor: number;
  head: number;
}

/** What a span says of itself. */
export interface SpanText {
  /** '+4.09%'. */
  change: string;
  /** '+$11.67'; null where the percentage is missing and the amount stands in its place. */
  amount: string | null;
  direction: Direction;
  /** '91 days, 64 sessions'. */
  length: string;
}

/** What a chart lets its reader zoom, and how. Places are those of the time axis. */
export interface Zoom {
  view: Viewport;
  /** What may be shown. */
  bounds: Viewport;
  /** Whether a part is in view, and no whole range. */
  isZoomed: boolean;
  show: (view: Viewport) => void;
  reset: () => void;
  /** How much a price changed: '+$11.67'. */
  changeText: (change: number) => string;
  /** Called when a selection begins and when it ends. */
  onSelecting: (isSelecting: boolean) => void;
}

/** A chart as its gestures and keys see it at one moment. */
export interface ZoomTarget extends Zoom {
  /** Places of the points, ascending. */
  places: readonly number[];
  /** Of the points in view. */
  visible: { first: number; last: number };
  /** Index of the point under the crosshair. */
  active: number | null;
  span: Span | null;
  select: (span: Span | null) => void;
  /** Puts the crosshair on a point. */
  point: (index: number) => void;
}
