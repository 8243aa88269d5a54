import type { DrawingPoint, DrawingTool } from '~/api/types';
import { type Plane, type Spot, spotOf } from './plane';

/** A drawing, or one that is being drawn and may still lack a point. */
export interface Drawn {
  tool: DrawingTool;
  points: readonly DrawingPoint[];
}

export type Segment = readonly [from: Spot, to: Spot];

/** The parts of a drawing in the price pane, in px. */
export interface Shape {
  /** The lines, in the order of `FIBONACCI` for a retracement. */
  lines: readonly Segment[];
  /** The line between the points of a retracement, which is drawn faintly. */
  guide?: Segment;
  /** The rectangle of a measurement, from its first to its second point. */
  area?: Segment;
  /** The points, which can be moved separately. */
  handles: readonly Spot[];
}

/** The levels of a Fibonacci retracement: 0 is the price of the second point, 1 the price of the first. */
export const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Returns the price at a share of a retracement. */
export const retracedPrice = ([first, second]: readonly DrawingPoint[], share: number): number =>
  (second?.price ?? 0) + share * ((first?.price ?? 0) - (second?.price ?? 0));

/** Distance of a level's handle from the edge of the pane, if its own time is out of view. */
const HANDLE_INSET = 12;

/** Returns the parts of a drawing. A drawing that lacks a point has only its handle. */
export function shapeOf(drawn: Drawn, plane: Plane): Shape {
  const spots = drawn.points.map((point) => spotOf(point, plane));
  const [first, second] = spots;
  if (!first || !spots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
    return { lines: [], handles: [] };
  const { width } = plane;
  if (drawn.tool === 'level') {
    const x = Math.max(HANDLE_INSET, Math.min(width - HANDLE_INSET, first.x));
    return { lines: [horizontal(first.y, 0, width)], handles: [{ x, y: first.y }] };
  }
  if (!second) return { lines: [], handles: [first] };
  const line: Segment = [first, second];
  switch (drawn.tool) {
    case 'trend':
      return { lines: [line], handles: line };
    case 'ray':
      return { lines: [[first, rayEnd(line, plane)]], handles: line };
    case 'measure':
      return { lines: [line], area: line, handles: line };
    case 'fibonacci': {
      const left = Math.min(first.x, second.x);
      const lines = FIBONACCI.map((share) => {
        const price = retracedPrice(drawn.points, share);
        return horizontal(
          spotOf({ time: drawn.points[0]?.time ?? '', price }, plane).y,
          left,
          Math.max(left, width),
        );
      });
      return { lines, guide: line, handles: line };
    }
  }
}

const horizontal = (y: number, left: number, right: number): Segment => [
  { x: left, y },
  { x: right, y },
];

/** Returns where a ray leaves the pane, or its second point if that is farther away. */
export function rayEnd([first, second]: Segment, { width, height }: Pick<Plane, 'width' | 'height'>): Spot {
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const steps = (start: number, step: number, end: number) =>
    step === 0 ? Number.POSITIVE_INFINITY : ((step > 0 ? end : 0) - start) / step;
  const leaving = Math.min(steps(first.x, dx, width), steps(first.y, dy, height));
  const factor = Math.max(1, Number.isFinite(leaving) ? leaving : 1);
  return { x: first.x + factor * dx, y: first.y + factor * dy };
}

/** The part of a drawing under the pointer: the index of a handle, or the rest. */
export type Part = number | 'body';

/** Returns the part of a shape that is at most `reach` px away from a spot; null if none is. Handles come first. */
export function partAt({ lines, area, handles }: Shape, spot: Spot, reach: number): Part | null {
  const distances = handles.map(({ x, y }) => Math.hypot(spot.x - x, spot.y - y));
  const nearest = Math.min(...distances);
  // A handle is larger than a line is wide.
  if (nearest <= 1.5 * reach) return distances.indexOf(nearest);
  const isNear = [...lines, ...(area ? edgesOf(area) : [])].some((line) => distance(spot, line) <= reach);
  return isNear ? 'body' : null;
}

function edgesOf([a, b]: Segment): Segment[] {
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return corners.map((corner, index) => [corner, corners[(index + 1) % 4] as Spot]);
}

/** Returns the distance of a spot from the nearest place of a line. */
function distance({ x, y }: Spot, [from, to]: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}
