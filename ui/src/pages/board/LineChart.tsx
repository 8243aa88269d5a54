import { useId } from 'react';
import { levelLabelPlacement } from '~/chart/levelLabel';
import { pathsOf } from '~/chart/path';
import type { Direction } from '~/market/format';
import classes from './LineChart.module.css';
import { type PriceLine, scaleOf } from './priceLine';

interface Props {
  line: PriceLine;
  direction: Direction;
  /** Label of the dashed base line: 'Previous close 7,269.41'. */
  base?: string | undefined;
  /** Shows time marks below the line and a dot at its end. */
  hasTimeMarks?: boolean;
}

/** The size of the label 'Previous close 7,269.41' in an average tile, as fractions of the plot. */
const LABEL = { width: 0.45, height: 0.16 };

/** A price line that fills the available space. Decorative: the figures next to it give the same information. */
export function LineChart({ line, direction, base, hasTimeMarks = false }: Props) {
  const id = useId();
  const { points, marks } = line;
  if (points.length < 2) return <div className={classes.drawing} />;
  const yOf = scaleOf(line);
  const paths = pathsOf(
    points.map(({ x, price }) => ({ x: 1000 * x, y: 1000 * yOf(price) })),
    1000,
  );
  const level = line.base === null ? null : yOf(line.base);
  const label =
    level !== null && base
      ? levelLabelPlacement(
          points.map(({ x, price }) => ({ x, y: yOf(price) })),
          level,
          LABEL,
        )
      : null;
  const last = points.at(-1) ?? { x: 0, price: 0 };
  const color = `var(--md-${direction === 'down' ? 'down' : 'up'}-line)`;
  return (
    <div className={classes.drawing} aria-hidden="true">
      <div className={classes.plot}>
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={color} stopOpacity="0.2" />
            <stop offset="1" stopColor={color} stopOpacity="0" />
          </linearGradient>
          {level !== null && (
            <line x1="0" x2="1000" y1={1000 * level} y2={1000 * level} className={classes.baseLine} />
          )}
          <path d={paths.area} fill={`url(#${id})`} />
          <path d={paths.line} className={classes.line} stroke={color} />
        </svg>
        {hasTimeMarks && (
          <span
            className={classes.endDot}
            style={{ left: `${100 * last.x}%`, top: `${100 * yOf(last.price)}%`, background: color }}
          />
        )}
        {level !== null && label && (
          <span
            className={`num ${classes.baseLabel}`}
            style={{ top: `${100 * level}%`, [label.side]: 0 }}
            data-below={label.below || undefined}
          >
            {base}
          </span>
        )}
      </div>
      {hasTimeMarks && (
        <div className={`num ${classes.marks}`}>
          {marks.map(({ x, text }) => (
            <span
              key={x}
              style={{ left: `${100 * x}%` }}
              data-edge={x === 0 ? 'start' : x === 1 ? 'end' : undefined}
            >
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
