import { yieldCurveQuery } from '~/api/queries';
import type { YieldCurve } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { formatDay } from '~/market/day';
import { formatRate } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import { curveSentence, maturityRows } from '~/market/yieldCurve';
import { SampleBadge } from '../SampleBadge';
import { CurveChart } from './CurveChart';
import classes from './YieldCurve.module.css';

/** The yields of US Treasury securities by maturity: now, a month and a year earlier. */
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
            <th scope="col">{formatDay(newest.date)}</th>
            {monthEarlier && <th scope="col">{formatDay(monthEarlier.date)}</th>}
            {yearEarlier && <th scope="col">{formatDay(yearEarlier.date)}</th>}
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
