import type { Span, ZoomTarget } from './target';

/** A shorter stretch is a click, and zooms nowhere. */
const LEAST_POINTS = 3;

/** The stretch between two points; null where it is too short to be meant. */
export const spanOf = (anchor: number, head: number): Span | null =>
  Math.abs(head - anchor) + 1 < LEAST_POINTS ? null : { anchor, head };

/** The first and the last point of a span. */
export const edgesOf = ({ anchor, head }: Span): [first: number, last: number] => [
  Math.min(anchor, head),
  Math.max(anchor, head),
];

/** Zooms to a span. */
export function showSpan(span: Span, { places, show, select }: ZoomTarget): void {
  const [first, last] = edgesOf(span);
  show({ from: places[first] ?? 0, to: places[last] ?? 0 });
  select(null);
}
