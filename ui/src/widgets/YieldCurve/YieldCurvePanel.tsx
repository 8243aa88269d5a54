import { yieldCurveQuery } from '~/api/queries';
import type { YieldCurve } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { formatShortDay } from '~/market/day';
import { formatRate } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import { curveSentence, maturityRows } from '~/market/yieldCurve';
import { SampleBadge } from '../SampleBadge';
import { CurveChart } from './CurveChart';
import classes from './YieldCurve.module.css';

/** The newest yields of US Treasury securities by maturity, with those of a month and a year earlier. */
export function YieldCurvePanel() {
  const query = useQuery(yieldCurveQuery);
  return (
    <Panel title="US Treasury yield curve" aside={<SampleBadge shown={query.data?.isSample === true} />}>
      <QueryState query={query} skeleton={<BlockSkeleton height={320} />}>
        {(curve) => (curve.newest ? <Curve {...curve} /> : <p>No yields yet.</p>)}
      </QueryState>
    </Panel>
  );
}

function Curve(curve: YieldCurve) {
  const { newest, monthEarlier, yearEarlier, source, sourceUrl } = curve;
  if (!newest) return null;
  return (
    <>
      <p>{curveSentence(newest.points)}</p>
      <CurveChart {...curve} />
      <table className={`${classes.table} num`}>
        <caption className="visually-hidden">Yields by maturity, in percent a year</caption>
        <thead>
          <tr>
            <th scope="col">Maturity</th>
            <CurveHead line="newest">{formatShortDay(newest.date, newest.date)}</CurveHead>
            {monthEarlier && (
              <CurveHead line="monthEarlier">{formatShortDay(monthEarlier.date, newest.date)}</CurveHead>
            )}
            {yearEarlier && (
              <CurveHead line="yearEarlier">{formatShortDay(yearEarlier.date, newest.date)}</CurveHead>
            )}
          </tr>
        </thead>
        <tbody>
          {maturityRows(curve).map((row) => (
            <tr key={row.maturity}>
              <th scope="row">{row.maturity}</th>
              <td>{formatRate(row.newest)}</td>
              {monthEarlier && <td>{formatRate(row.monthEarlier)}</td>}
              {yearEarlier && <td>{formatRate(row.yearEarlier)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {sourceUrl && source && (
        <p className="footnote">
          Par yields of the{' '}
          <a href={sourceUrl} target="_blank" rel="noreferrer">
            {sourceTitle(source)}
          </a>
          , once per trading day.
        </p>
      )}
    </>
  );
}

/** The header of a column: the date of a curve, with a swatch of its line in the chart. */
function CurveHead({
  line,
  children,
}: {
  line: 'newest' | 'monthEarlier' | 'yearEarlier';
  children: string;
}) {
  return (
    <th scope="col">
      <svg className={`${classes.chart} ${classes.swatch}`} viewBox="0 0 24 4" aria-hidden="true">
        <line className={classes[line]} x1={0} x2={24} y1={2} y2={2} />
      </svg>
      {children}
    </th>
  );
}
