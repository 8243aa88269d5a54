import type { ReactNode } from 'react';
import type { Ico } from '~/api/types';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './IcoCard.module.css';
import { IcoLink } from './IcoLink';
import { StatusBadge } from './StatusBadge';

interface HeadProps {
  ico: Ico;
  /** The name's place among the page's headings; `strong` in a table's row, which has none. */
  heading?: 'h2' | 'h3' | 'strong';
  /** Under the name; without it symbol and category. */
  about?: string;
  /** At the right of the name; without it the status. */
  aside?: ReactNode;
  /** The name opens the details. */
  linked?: boolean;
}

/** Who offers: monogram, name, what it is and how it stands. */
export function IcoHead({ ico, heading: Heading = 'h3', about, aside, linked = false }: HeadProps) {
  const names = (
    <>
      <Heading>{ico.name}</Heading>
      <span>{about ?? `${ico.symbol} · ${ico.category}`}</span>
    </>
  );
  return (
    <div className={classes.head}>
      <TickerLogo of={ico} size={40} />
      {linked ? (
        <IcoLink of={ico} className={classes.names}>
          {names}
        </IcoLink>
      ) : (
        <div className={classes.names}>{names}</div>
      )}
      {aside === undefined ? <StatusBadge status={ico.status} /> : aside}
    </div>
  );
}

interface CardProps extends HeadProps {
  /** The description as the page shows it; without it all of it. */
  text?: string;
  /** Three lines of the description at most. */
  brief?: boolean;
  /** Under the description: figures and what can be done. */
  children: ReactNode;
}

/** One offering in a list of cards. */
export function IcoCard({ text, brief = false, children, ...head }: CardProps) {
  return (
    <li className={classes.card}>
      <IcoHead {...head} />
      <p className={classes.description} data-brief={brief || undefined}>
        {text ?? head.ico.description}
      </p>
      {children}
    </li>
  );
}

/** Figures of an offering, each under its name. */
export function IcoFacts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
