import type { YieldCurve } from '~/api/types';
import { formatShortDay } from '~/market/day';
import { formatRate, UNKNOWN } from '~/market/format';
import { formatBasisPoints, maturityRows } from '~/market/yieldCurve';
import { useCurveColors } from './CurveChart';
import classes from './YieldCurve.module.css';

/** The yields of the curves by maturity. */
export function CurveTable(curve: YieldCurve) {
  const { newest, monthEarlier, yearEarlier } = curve;
  const colors = useCurveColors();
  if (!newest) return null;
  const head = (color: string, date: string) => (
    <th scope="col">
      <i style={{ background: color }} aria-hidden="true" />
      {formatShortDay(date, newest.date)}
    </th>
  );
  return (
    <table className={`${classes.table} num`}>
      <caption className="visually-hidden">Yields by maturity, in percent a year</caption>
      <thead>
        <tr>
          <th scope="col">Maturity</th>
          {head(colors.newest, newest.date)}
          {monthEarlier && head(colors.monthEarlier, monthEarlier.date)}
          {monthEarlier && <th scope="col">Change</th>}
          {yearEarlier && head(colors.yearEarlier, yearEarlier.date)}
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
  );
}
