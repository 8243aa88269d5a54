/** The visible part of the time axis, in the unit of `ChartPoint.x`. */
export interface Viewport {
  from: number;
  to: number;
}

/** Returns the whole axis from 0 to `end`. */
export const wholeAxis = (end: number): Viewport => ({ from: 0, to: end });

/** Bars closer than this (in px) are not moved to whole px, because up to a third of the plot would stay empty. */
const MIN_PITCH = 4;
/** Maximum fraction of the plot that may stay empty because of rounding. */
const MAX_EMPTY = 0.05;

/** Returns the spacing in px of `bars` bars on a plot `width` px wide, rounded down if that leaves little space empty. */
function wholePitch(bars: number, width: number): number {
  const pitch = width / bars;
  const whole = Math.floor(pitch);
  return pitch >= MIN_PITCH && whole >= pitch * (1 - MAX_EMPTY) ? whole : pitch;
}

/**
 * Returns the whole axis with half a bar of space at both ends, for a plot `width` px wide. The spacing of bars is a whole number of
 * px where possible, so that all are equally sharp.
 */
export function wholeBarAxis(end: number, width: number): Viewport {
  const pitch = wholePitch(end + 1, width);
  return { from: -0.5, to: pitch > 0 ? width / pitch - 0.5 : end + 0.5 };
}

/** Like `wholeBarAxis`, for a zoomed view. Keeps the right end fixed, or the left end at the start of the axis. */
export function snapViewToBars({ from, to }: Viewport, width: number): Viewport {
  const pitch = wholePitch(to - from + 1, width);
  if (pitch <= 0) return { from: from - 0.5, to: to + 0.5 };
  const right = to + 0.5;
  const left = Math.max(-0.5, right - width / pitch);
  return { from: left, to: left + width / pitch };
}

/** Converts a position on the axis to a fraction of the view, 0 at the left edge and 1 at the right. */
export const fractionOf = (x: number, { from, to }: Viewport): number => (x - from) / (to - from);

/** Converts a fraction of the view to a position on the axis. */
export const positionAt = (fraction: number, { from, to }: Viewport): number => from + fraction * (to - from);

/** Minimum length of a zoomed view, in the unit of `ChartPoint.x`. */
export const MIN_VIEW_LENGTH = 5;

/** Moves a view into the bounds; shortens it if it is longer than they are. */
function within({ from, to }: Viewport, bounds: Viewport): Viewport {
  const length = Math.min(to - from, bounds.to - bounds.from);
  const left = Math.max(bounds.from, Math.min(from, bounds.to - length));
  return { from: left, to: left + length };
}

/** Moves a view along the axis, within the bounds. */
export const panBy = ({ from, to }: Viewport, distance: number, bounds: Viewport): Viewport =>
  within({ from: from + distance, to: to + distance }, bounds);

/** Adds a margin to both sides of a view, as a fraction of its length. */
export function widen({ from, to }: Viewport, margin: number): Viewport {
  const width = (to - from) * margin;
  return { from: from - width, to: to + width };
}

/** Returns true if a view lies within another. */
export const contains = (outer: Viewport, inner: Viewport): boolean =>
  outer.from <= inner.from && inner.to <= outer.to;

/** A difference below this fraction of a view's length is a rounding error. */
const ROUNDING = 1e-6;

/** Returns true if one view is the other moved along the axis, or the same. */
export const isSameLength = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.to - a.from - (b.to - b.from)) <= ROUNDING * (a.to - a.from);

/** Returns true if two views start and end at the same positions. */
export const isSameView = (a: Viewport, b: Viewport): boolean =>
  isSameLength(a, b) && Math.abs(a.from - b.from) <= ROUNDING * (a.to - a.from);

/** Scales a view by `factor` (below 1: zooms in) around a fixed position. */
export function zoomAround(view: Viewport, position: number, factor: number, bounds: Viewport): Viewport {
  const length = view.to - view.from;
  const maxLength = bounds.to - bounds.from;
  const next = Math.min(maxLength, Math.max(Math.min(MIN_VIEW_LENGTH, maxLength), length * factor));
  const from = position - fractionOf(position, view) * next;
  return within({ from, to: from + next }, bounds);
}

/** Moves a view as little as needed to include a position. */
export function panToInclude(view: Viewport, position: number, bounds: Viewport): Viewport {
  if (position < view.from) return panBy(view, position - view.from, bounds);
  return position > view.to ? panBy(view, position - view.to, bounds) : view;
}

/** Counts the leading elements of a sorted array that pass a test (binary search). */
function countWhile(positions: readonly number[], test: (position: number) => boolean): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(positions[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the indices of the first and last visible positions. If none is visible, both are the next one to the right; past the end, the last one. */
export function visibleIndices(
  positions: readonly number[],
  { from, to }: Viewport,
): { first: number; last: number } {
  const first = Math.min(
    countWhile(positions, (position) => position < from),
    Math.max(0, positions.length - 1),
  );
  return { first, last: Math.max(first, countWhile(positions, (position) => position <= to) - 1) };
}
