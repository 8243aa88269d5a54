/** The part of the time axis that is in view, in the unit of `ChartPoint.x`. It knows nothing of the data. */
export interface Viewport {
  from: number;
  to: number;
}

/** All of an axis that ends at `end`. */
export const wholeOf = (end: number): Viewport => ({ from: 0, to: end });

/** Bars nearer to one another than this stand where they fall, or a third of the plot might stay empty. */
const LEAST_PITCH = 4;
/** The part of a plot that may stay empty for the sake of a whole pitch. */
const MOST_EMPTY = 0.05;

/** Px from one bar to the next where so many stand on a plot so many px wide: a whole number, where that leaves little empty. */
function wholePitch(bars: number, width: number): number {
  const pitch = width / bars;
  const whole = Math.floor(pitch);
  return pitch >= LEAST_PITCH && whole >= pitch * (1 - MOST_EMPTY) ? whole : pitch;
}

/**
 * The same with room for half a bar at both ends, on a plot so many px wide: bars stand a whole number of px apart, so
 * that each is drawn as sharp as the next.
 */
export function wholeOfBars(end: number, width: number): Viewport {
  const pitch = wholePitch(end + 1, width);
  return { from: -0.5, to: pitch > 0 ? width / pitch - 0.5 : end + 0.5 };
}

/** A part of the axis with room for its bars, which keeps its right end; at the left end of the axis it keeps that. */
export function partOfBars({ from, to }: Viewport, width: number): Viewport {
  const pitch = wholePitch(to - from + 1, width);
  if (pitch <= 0) return { from: from - 0.5, to: to + 0.5 };
  const right = to + 0.5;
  const left = Math.max(-0.5, right - width / pitch);
  return { from: left, to: left + width / pitch };
}

/** Where a place of the axis lies in the view, 0 at its left edge and 1 at its right. */
export const shareOf = (x: number, { from, to }: Viewport): number => (x - from) / (to - from);

/** The place of the axis at a share of the view. */
export const placeAt = (share: number, { from, to }: Viewport): number => from + share * (to - from);

/** No fewer places than this are in view at once. */
export const LEAST_PLACES = 5;

/** A view of the same length that lies within bounds; one longer than they are becomes the bounds. */
function within({ from, to }: Viewport, bounds: Viewport): Viewport {
  const length = Math.min(to - from, bounds.to - bounds.from);
  const left = Math.max(bounds.from, Math.min(from, bounds.to - length));
  return { from: left, to: left + length };
}

/** A view moved along the axis by so many places, as far as its bounds. */
export const movedBy = ({ from, to }: Viewport, places: number, bounds: Viewport): Viewport =>
  within({ from: from + places, to: to + places }, bounds);

/** A view `factor` times as long (below 1: zoomed in), in which one place stays where it is. */
export function zoomedAbout(view: Viewport, place: number, factor: number, bounds: Viewport): Viewport {
  const length = view.to - view.from;
  const most = bounds.to - bounds.from;
  const next = Math.min(most, Math.max(Math.min(LEAST_PLACES, most), length * factor));
  const from = place - shareOf(place, view) * next;
  return within({ from, to: from + next }, bounds);
}

/** A view that holds a place, moved no further than it must. */
export function withPlace(view: Viewport, place: number, bounds: Viewport): Viewport {
  if (place < view.from) return movedBy(view, place - view.from, bounds);
  return place > view.to ? movedBy(view, place - view.to, bounds) : view;
}

/** How many of ascending places come before the first that a test refuses. */
function countWhile(places: readonly number[], test: (place: number) => boolean): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(places[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The indices of the first and the last of ascending places that are in view; one beside it where none is. */
export function visibleOf(
  places: readonly number[],
  { from, to }: Viewport,
): { first: number; last: number } {
  const first = Math.min(
    countWhile(places, (place) => place < from),
    Math.max(0, places.length - 1),
  );
  return { first, last: Math.max(first, countWhile(places, (place) => place <= to) - 1) };
}
