export interface SparkPaths {
  line: string;
  /** The line closed along the bottom edge. */
  area: string;
}

/** Room for the stroke at the extremes, in drawing units. */
const EDGE = 2;

/** A series that moves less than this share of its level is no mountain: a stable coin looks stable. */
const LEAST_RANGE = 0.005;

/** SVG paths of a series over the full width, its low at the bottom; null under two finite points. */
export function sparkPaths(points: readonly number[], width: number, height: number): SparkPaths | null {
  const series = points.filter(Number.isFinite);
  if (series.length < 2) return null;
  const [least, most] = [Math.min(...series), Math.max(...series)];
  const middle = (least + most) / 2;
  const range = Math.max(most - least, Math.abs(middle) * LEAST_RANGE) || 1;
  const low = middle - range / 2;
  const x = (index: number) => (index / (series.length - 1)) * width;
  const y = (value: number) => EDGE + (1 - (value - low) / range) * (height - 2 * EDGE);
  const line = series
    .map((value, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` };
}
