import type { YieldCurve } from '~/api/types';
import { moveApart } from '~/chart/tags';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { formatShortDay } from '~/market/day';
import { formatRate } from '~/market/format';
import { curveScale, curveSentence } from '~/market/yieldCurve';
import classes from './YieldCurve.module.css';

/** Space around the plot, in sixteenths of a rem, as all lengths of the chart. */
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 74, 8, 22];
const FONT_SIZE = 12;
const LINE_HEIGHT = 15;
/** Maturities with a label, most important first; one that would overlap another is left out. */
const LABELED = ['1M', '30Y', '2Y', '10Y', '5Y', '1Y', '6M', '3M', '20Y', '3Y', '7Y', '2M', '4M'];
const LABEL_WIDTH = 28;

type Points = NonNullable<YieldCurve['newest']>['points'];
interface Line {
  name: 'newest' | 'monthEarlier' | 'yearEarlier';
  label: string;
  points: Points;
}

/** The newest curve, drawn over the curves of a month and a year earlier. Fills its container. */
export function CurveChart(curve: YieldCurve) {
  const { newest } = curve;
  const { ref, width, height } = useSizeInRem();
  if (!newest) return null;
  const lines = (
    [
      ['yearEarlier', 'Year ago'],
      ['monthEarlier', 'Month ago'],
      ['newest', formatShortDay(newest.date, newest.date)],
    ] as const
  ).flatMap(([name, label]) => {
    const points = curve[name]?.points ?? [];
    return points.length > 0 ? { name, label, points } : [];
  });
  return (
    <div
      ref={ref}
      className={classes.chart}
      role="img"
      aria-label={`Yield curve. ${curveSentence(newest.points)}`}
    >
      {width > 0 && <Drawing lines={lines} width={width * 16} height={height * 16} />}
    </div>
  );
}

function Drawing({ lines, width, height }: { lines: readonly Line[]; width: number; height: number }) {
  const scale = curveScale(lines.map(({ points }) => points));
  const [plotWidth, plotHeight] = [Math.max(1, width - LEFT - RIGHT), Math.max(1, height - TOP - BOTTOM)];
  const x = (months: number) => LEFT + scale.x(months) * plotWidth;
  const y = (percent: number) => TOP + scale.y(percent) * plotHeight;
  const ends = moveApart(
    lines.map(({ points }) => y(points.at(-1)?.percent ?? 0)),
    LINE_HEIGHT,
    height - BOTTOM,
  );
  return (
    <svg
      width="100%"
      height="100%"
      viewBox={`0 0 ${width} ${height}`}
      fontSize={FONT_SIZE}
      aria-hidden="true"
    >
      {scale.lines.map((percent) => (
        <g key={percent} className={classes.grid}>
          <line x1={LEFT} x2={width - RIGHT} y1={y(percent)} y2={y(percent)} />
          <text x={LEFT - 6} y={y(percent) + 4} textAnchor="end">
            {formatRate(percent, scale.decimals)}
          </text>
        </g>
      ))}
      {labeled(lines.at(-1)?.points ?? [], x).map(({ maturity, months }) => (
        <text key={maturity} x={x(months)} y={height - 4} textAnchor="middle">
          {maturity}
        </text>
      ))}
      {lines.map(({ name, label, points }, index) => (
        <g key={name} className={classes[name]}>
          <polyline points={points.map(({ months, percent }) => `${x(months)},${y(percent)}`).join(' ')} />
          <text x={width - RIGHT + 8} y={(ends[index] ?? 0) + 4}>
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Returns the maturities whose labels don't overlap. */
function labeled(points: Points, x: (months: number) => number): Points {
  const shown: Points = [];
  for (const name of LABELED) {
    const point = points.find(({ maturity }) => maturity === name);
    if (point && shown.every(({ months }) => Math.abs(x(months) - x(point.months)) >= LABEL_WIDTH))
      shown.push(point);
  }
  return shown;
}
