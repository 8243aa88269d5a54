import type { YieldCurve } from '~/api/types';
import { formatBasisPoints, spread } from '~/market/yieldCurve';
import classes from './YieldCurve.module.css';

/** The spread between the 10-year and the 2-year yield in basis points: the newest one, and the earlier ones. */
export function CurveHeadline({ newest, monthEarlier, yearEarlier }: YieldCurve) {
  const spreadOf = (curve: YieldCurve['newest']) => formatBasisPoints(spread(curve?.points ?? []));
  const current = spreadOf(newest);
  if (!current) return null;
  const earlier = [
    ['month ago', spreadOf(monthEarlier)],
    ['year ago', spreadOf(yearEarlier)],
  ].flatMap(([label, value]) => (value ? `${label} ${value}` : []));
  return (
    <p className={`${classes.headline} num`}>
      <span title="10-year yield minus 2-year yield">2s10s</span> <b>{current}</b>{' '}
      <span>{earlier.join(', ')}</span>
    </p>
  );
}
