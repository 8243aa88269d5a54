import { pathsOf } from '~/chart/path';
import type { Direction } from '~/market/format';
import classes from './QuotePreview.module.css';

/** The drawing's units; the SVG is stretched to its box. */
const WIDTH = 240;
const HEIGHT = 90;
/** Margin for the stroke. */
const STROKE_MARGIN = 3;

interface Props {
  /** Prices from left (0) to right (1). */
  points: readonly { x: number; price: number }[];
  /** The price that the change counts from, drawn as a dashed line. */
  base: number | null;
  direction: Direction;
  /** Texts below the start, the middle and the end; an empty one is omitted. */
  labels: readonly [string, string, string];
}

/** A small price line, decorative next to its figures. Keeps its height while there are no points. */
export function PriceLine({ points, base, direction, labels }: Props) {
  if (points.length < 2) return <div className={classes.line} />;
  const values = points.map(({ price }) => price);
  const edges = base === null ? values : [...values, base];
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  const y = (value: number) =>
    high === low
      ? HEIGHT / 2
      : STROKE_MARGIN + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * STROKE_MARGIN);
  const places = points.map(({ x, price }) => ({ x: x * WIDTH, y: y(price) }));
  const paths = pathsOf(places, HEIGHT);
  const end = places.at(-1) ?? { x: 0, y: 0 };
  const color = `var(--md-${direction === 'down' ? 'down' : 'up'}-line)`;
  const level = base === null ? null : y(base);
  return (
    <div className={classes.line} aria-hidden="true">
      <div className={classes.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={paths.area} fill={color} className={classes.area} />
          {level !== null && <line x1="0" x2={WIDTH} y1={level} y2={level} className={classes.close} />}
          <path d={paths.line} stroke={color} className={classes.stroke} />
        </svg>
        <span
          className={classes.lastPrice}
          style={{ left: `${(100 * end.x) / WIDTH}%`, top: `${(100 * end.y) / HEIGHT}%`, background: color }}
        />
      </div>
      <div className={`num ${classes.hours}`}>
        {labels.map((label, at) => label && <span key={at === 0 ? 'start' : `${at} of 2`}>{label}</span>)}
      </div>
    </div>
  );
}
