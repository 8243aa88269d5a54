import type { SessionLine } from '~/api/types';

export interface SessionGeometry {
  /** SVG paths in a box of 100 by 100, y downwards. */
  line: string;
  area: string;
  /** Percent of the box. */
  last: { x: number; y: number };
  /** Where the previous close lies; null when unknown. */
  closeY: number | null;
  ticks: { at: number; x: number }[];
}

/** Room above and below the line, percent of the height. */
const MARGIN = 8;
const TICK_STEP_MS = 90 * 60_000;

/**
 * A day's line over its whole session: it stops at the newest price and leaves the rest empty.
 * `newest` (a live price) extends or replaces the last point. Null under two points.
 */
export function sessionGeometry(
  line: SessionLine,
  newest?: { at: number; price: number },
): SessionGeometry | null {
  const start = Date.parse(line.sessionStart);
  const span = Date.parse(line.sessionEnd) - start;
  const points = line.points.map((point) => ({ at: Date.parse(point.timestamp), price: point.price }));
  const end = points.at(-1);
  if (newest && end && newest.at > end.at && newest.at <= start + span) points.push(newest);
  if (points.length < 2 || span <= 0) return null;
  const levels = points.map((point) => point.price);
  if (line.previousClose !== null) levels.push(line.previousClose);
  const low = Math.min(...levels);
  const range = Math.max(...levels) - low || 1;
  const x = (at: number) => Math.min(100, Math.max(0, ((at - start) / span) * 100));
  const y = (price: number) => MARGIN + (1 - (price - low) / range) * (100 - 2 * MARGIN);
  const drawn = points.map((point) => ({ x: x(point.at), y: y(point.price) }));
  const path = drawn
    .map((point, index) => `${index ? 'L' : 'M'}${point.x.toFixed(2)} ${point.y.toFixed(2)}`)
    .join('');
  const last = drawn.at(-1) ?? { x: 0, y: 0 };
  const closeY = line.previousClose === null ? null : y(line.previousClose);
  return {
    line: path,
    area: `${path}L${last.x.toFixed(2)} 100L${(drawn[0]?.x ?? 0).toFixed(2)} 100Z`,
    last,
    closeY,
    ticks: ticksOf(start, span).map((at) => ({ at, x: x(at) })),
  };
}

/** The start, every hour and a half, and the end; a day-long session is cut in four. */
function ticksOf(start: number, span: number): number[] {
  const step = span > 12 * 3_600_000 ? span / 4 : TICK_STEP_MS;
  const ticks: number[] = [];
  for (let at = start; at <= start + span - step * 0.75; at += step) ticks.push(at);
  return [...ticks, start + span];
}
