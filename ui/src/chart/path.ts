export interface LinePaths {
  line: string;
  /** The area between the line and the bottom edge. */
  area: string;
}

/** Margin for the stroke at the extremes, in drawing units. */
const EDGE = 2;

/** Minimum range as a fraction of the level, so that a stablecoin looks stable. */
const MIN_RANGE = 0.005;

/** Returns the SVG paths of a sparkline over the full width, with the low at the bottom; null for fewer than two finite points. */
export function sparkPaths(points: readonly number[], width: number, height: number): LinePaths | null {
  const series = points.filter(Number.isFinite);
  if (series.length < 2) return null;
  const [min, max] = [Math.min(...series), Math.max(...series)];
  const middle = (min + max) / 2;
  const range = Math.max(max - min, Math.abs(middle) * MIN_RANGE) || 1;
  const low = middle - range / 2;
  const x = (index: number) => (index / (series.length - 1)) * width;
  const y = (value: number) => EDGE + (1 - (value - low) / range) * (height - 2 * EDGE);
  return pathsOf(
    series.map((value, index) => ({ x: x(index), y: y(value) })),
    height,
  );
}

/** Rounds to a tenth of a drawing unit, finer than any screen. */
const round = (length: number) => Math.round(length * 10) / 10;

/** Returns SVG paths through points, from left to right; `bottom` closes the area. */
export function pathsOf(points: readonly { x: number; y: number }[], bottom: number): LinePaths {
  const line = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
  const [left, right] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  return { line, area: `${line}L${round(right)} ${bottom}L${round(left)} ${bottom}Z` };
}
