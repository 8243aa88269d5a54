import type { YieldCurve } from '~/api/types';
import { formatRate } from '~/market/format';
import { curveScale, curveSentence } from '~/market/yieldCurve';
import classes from './YieldCurve.module.css';

const [WIDTH, HEIGHT] = [400, 160];
/** Maturities with a label; others would overlap. */
const LABELED = ['1M', '6M', '1Y', '2Y', '5Y', '10Y', '20Y', '30Y'];

type Points = NonNullable<YieldCurve['newest']>['points'];

/** The newest curve, drawn over the curves of a month and a year earlier. */
export function CurveChart({ newest, monthEarlier, yearEarlier }: YieldCurve) {
  if (!newest) return null;
  const earlier = [yearEarlier, monthEarlier].flatMap((curve) => curve ?? []);
  const { lines, x, y } = curveScale([newest, ...earlier].map(({ points }) => points));
  const path = (points: Points) =>
    points.map(({ months, percent }) => `${x(months) * WIDTH},${y(percent) * HEIGHT}`).join(' ');
  return (
    <svg
      className={classes.chart}
      viewBox={`-44 -10 ${WIDTH + 60} ${HEIGHT + 40}`}
      role="img"
      aria-label={`Yield curve. ${curveSentence(newest.points)}`}
    >
      {lines.map((percent) => (
        <g key={percent} className={classes.grid}>
          <line x1={0} x2={WIDTH} y1={y(percent) * HEIGHT} y2={y(percent) * HEIGHT} />
          <text x={-8} y={y(percent) * HEIGHT + 4} textAnchor="end">
            {formatRate(percent, 1)}
          </text>
        </g>
      ))}
      {newest.points
        .filter(({ maturity }) => LABELED.includes(maturity))
        .map(({ maturity, months }) => (
          <text key={maturity} className={classes.maturity} x={x(months) * WIDTH} y={HEIGHT + 20}>
            {maturity}
          </text>
        ))}
      {yearEarlier && <polyline className={classes.yearEarlier} points={path(yearEarlier.points)} />}
      {monthEarlier && <polyline className={classes.monthEarlier} points={path(monthEarlier.points)} />}
      <polyline className={classes.newest} points={path(newest.points)} />
    </svg>
  );
}
