import type { ReactNode } from 'react';
import type { Ico } from '~/api/types';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './IcoCard.module.css';
import { IcoLink } from './IcoLink';
import { StatusBadge } from './StatusBadge';

interface HeadProps {
  ico: Ico;
  /** Heading level of the name; `strong` in a table row. */
  heading?: 'h2' | 'h3' | 'strong';
  /** Below the name; by default symbol and category. */
  about?: string;
  /** To the right of the name; by default the status. */
  aside?: ReactNode;
  /** The name opens the details. */
  linked?: boolean;
}

/** Logo, name, description line and status of an ICO. */
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
  /** The description to show; by default the full one. */
  text?: string;
  /** Limits the description to three lines. */
  brief?: boolean;
  /** Below the description: figures and actions. */
  children: ReactNode;
}

/** A card of an ICO. */
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

/** Figures of an ICO, each with a label. */
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
