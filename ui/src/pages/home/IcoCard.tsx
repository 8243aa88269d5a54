import type { Ico } from '~/api/types';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { endsSoon } from '~/widgets/Ico/status';
import { Monogram } from '~/widgets/Monogram';
import classes from './Icos.module.css';
import { icoLines } from './icoLines';

/** One ICO; its two lines are worded by status (HOME-09). */
export function IcoCard({ ico, now }: { ico: Ico; now: number }) {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Monogram of={ico} />
        <div className={classes.title}>
          <h3>{ico.name}</h3>
          <p>
            {ico.symbol} · {ico.category}
          </p>
        </div>
        <StatusBadge status={ico.status} />
      </div>
      <p className={classes.description}>{ico.description}</p>
      <ul className={`num ${classes.lines}`}>
        {icoLines(ico, now).map((line) => (
          <li key={line} data-soon={endsSoon(ico, now) || undefined}>
            {line}
          </li>
        ))}
      </ul>
    </li>
  );
}
