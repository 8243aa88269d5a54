import { useId } from 'react';
import { sparkPaths } from '~/chart/path';
import { directionOf } from '~/market/format';

interface Props {
  /** Oldest first. */
  points: readonly number[];
  /** Percent; determines the color. Without it, the first and last points do. */
  change?: number | null;
  width?: number;
  height?: number;
  fill?: boolean;
}

/** A line of the last week. Decorative: the figures next to it give the same information. */
export function Sparkline({ points, change, width = 112, height = 28, fill = true }: Props) {
  const id = useId();
  const paths = sparkPaths(points, width, height);
  if (!paths) return <svg width={width} height={height} aria-hidden="true" />;
  const first = points[0] ?? 0;
  const last = points.at(-1) ?? 0;
  const down = directionOf(change ?? last - first) === 'down';
  const color = `var(--md-${down ? 'down' : 'up'}-line)`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ width: `${width / 16}rem`, height: `${height / 16}rem`, maxWidth: '100%', display: 'block' }}
      aria-hidden="true"
    >
      {fill && (
        <>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={color} stopOpacity="0.18" />
            <stop offset="1" stopColor={color} stopOpacity="0" />
          </linearGradient>
          <path d={paths.area} fill={`url(#${id})`} />
        </>
      )}
      <path
        d={paths.line}
        fill="none"
        stroke={color}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
