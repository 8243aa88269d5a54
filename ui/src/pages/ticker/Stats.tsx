import type { ReactNode } from 'react';
import { type Quoted, rangeEnd, UNKNOWN } from '~/market/format';
import { positionInRange } from '~/market/positionInRange';
import classes from './Stats.module.css';

/** Named figures in four columns, two on a phone. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>;
}

export function Stat({ name, value, detail }: { name: string; value: ReactNode; detail?: string }) {
  return (
    <div className={classes.stat}>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {detail && <small>{detail}</small>}
      </dd>
    </div>
  );
}

interface RangeProps {
  name: string;
  quote: Quoted;
  low: number | null;
  high: number | null;
  price: number | null;
  decimals: number;
}

/** Keeps the space of a range that is not known yet. */
function UnknownRange({ name }: { name: string }) {
  return (
    <div className={classes.stat}>
      <dt>{name}</dt>
      <dd className={`num ${classes.range}`}>
        <span className={classes.rangeTrack} aria-hidden="true" />
        <span className={classes.ends}>{UNKNOWN}</span>
      </dd>
    </div>
  );
}

/** The price between a low and a high. A price beyond them moves that end. */
export function RangeStat({ name, quote, low, high, price, decimals }: RangeProps) {
  if (low === null || high === null || price === null) return <UnknownRange name={name} />;
  const [from, to] = [Math.min(low, price), Math.max(high, price)];
  return (
    <div className={classes.stat}>
      <dt>{name}</dt>
      <dd className={`num ${classes.range}`}>
        <span className={classes.rangeTrack} aria-hidden="true">
          <span style={{ left: `${100 * positionInRange(price, from, to)}%` }} />
        </span>
        <span className={classes.ends}>
          <span>{rangeEnd(quote, from, decimals)}</span>
          <span>{rangeEnd(quote, to, decimals)}</span>
        </span>
      </dd>
    </div>
  );
}
