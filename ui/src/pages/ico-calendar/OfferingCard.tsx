import type { ReactNode } from 'react';
import type { Ico } from '~/api/types';
import { Monogram } from '~/widgets/Monogram';
import classes from './IcoCalendarPage.module.css';
import { IcoLink } from './IcoLink';
import { cut } from './starts';

interface Props {
  ico: Ico;
  /** Under the name. */
  about: string;
  /** Characters of the description that are shown. */
  length: number;
  /** At the right of the name. */
  aside: ReactNode;
  facts: readonly [name: string, text: string][];
  children?: ReactNode;
}

/** An offering in the Upcoming and Spotlight tabs. The name opens its details. */
export function OfferingCard({ ico, about, length, aside, facts, children }: Props) {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Monogram of={ico} size={40} />
        <IcoLink of={ico} className={classes.who}>
          <h3>{ico.name}</h3>
          <span>{about}</span>
        </IcoLink>
        {aside}
      </div>
      <p className={classes.description}>{cut(ico.description, length)}</p>
      {children}
      <dl className={classes.pairs}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
