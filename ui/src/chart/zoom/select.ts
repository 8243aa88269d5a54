import type { Span, ZoomTarget } from './target';

/** Minimum length of a span: a shorter drag is a click. */
const MIN_POINTS = 3;

/** Returns the span between two points; null if it is too short. */
export const spanOf = (anchor: number, movingEnd: number): Span | null =>
  Math.abs(movingEnd - anchor) + 1 < MIN_POINTS ? null : { anchor, movingEnd };

/** Returns the first and the last point of a span. */
export const edgesOf = ({ anchor, movingEnd }: Span): [first: number, last: number] => [
  Math.min(anchor, movingEnd),
  Math.max(anchor, movingEnd),
];

/** Zooms to a span. */
export function showSpan(span: Span, { positions, show, select }: ZoomTarget): void {
  const [first, last] = edgesOf(span);
  show({ from: positions[first] ?? 0, to: positions[last] ?? 0 });
  select(null);
}
