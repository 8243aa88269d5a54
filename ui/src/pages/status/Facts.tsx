import type { ReactNode } from 'react';
import classes from './StatusPage.module.css';

interface Props {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** True for two facts per line on a wide card. */
  paired?: boolean;
}

/** Named facts, one per line. */
export function Facts({ facts, paired }: Props) {
  return (
    <dl className={classes.facts} data-paired={paired}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
