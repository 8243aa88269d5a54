import type { YieldCurve } from '~/api/types';
import { formatShortDay } from '~/market/day';
import { formatRate, UNKNOWN } from '~/market/format';
import { formatBasisPoints, maturityRows } from '~/market/yieldCurve';
import classes from './YieldCurve.module.css';

/** The yields of the curves by maturity, folded until the user opens them. */
export function CurveTable(curve: YieldCurve) {
  const { newest, monthEarlier, yearEarlier } = curve;
  if (!newest) return null;
  const head = (line: 'newest' | 'monthEarlier' | 'yearEarlier', date: string) => (
    <th scope="col">
      <i className={classes[line]} aria-hidden="true" />
      {formatShortDay(date, newest.date)}
    </th>
  );
  return (
    <details className={classes.fold}>
      <summary>Show as table</summary>
      <table className={`${classes.table} num`}>
        <caption className="visually-hidden">Yields by maturity, in percent a year</caption>
        <thead>
          <tr>
            <th scope="col">Maturity</th>
            {head('newest', newest.date)}
            {monthEarlier && head('monthEarlier', monthEarlier.date)}
            {monthEarlier && <th scope="col">Change</th>}
            {yearEarlier && head('yearEarlier', yearEarlier.date)}
          </tr>
        </thead>
        <tbody>
          {maturityRows(curve).map((row) => (
            <tr key={row.maturity}>
              <th scope="row">{row.maturity}</th>
              <td>{formatRate(row.newest)}</td>
              {monthEarlier && <td>{formatRate(row.monthEarlier)}</td>}
              {monthEarlier && <td>{formatBasisPoints(row.change) ?? UNKNOWN}</td>}
              {yearEarlier && <td>{formatRate(row.yearEarlier)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
