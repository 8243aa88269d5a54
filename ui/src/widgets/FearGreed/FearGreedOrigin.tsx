import type { FearGreed } from '~/api/types';
import { marketName } from '~/market/fearGreed';
import { formatDateTime } from '~/market/time';
import classes from './FearGreed.module.css';

/** The market and time of a reading; for our own index its name and how it is calculated. */
export function FearGreedOrigin({ reading }: { reading: FearGreed }) {
  const { name, formula, market, asOf, stale } = reading;
  const label = formula ? name : `Fear & Greed of ${marketName(market)}`;
  return (
    <>
      <p className={classes.origin}>
        {label}, {stale && 'not updated since '}
        <span className={classes.when}>{formatDateTime(asOf)}</span>
      </p>
      {formula && (
        <details className={classes.formula}>
          <summary>How it's calculated</summary>
          <p>{formula}</p>
        </details>
      )}
    </>
  );
}
