import { Button } from '@mantine/core';
import type { Ico } from '~/api/types';
import { formatMarketCap } from '~/market/format';
import { IcoProgress } from '~/widgets/Ico/IcoProgress';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { endsSoon } from '~/widgets/Ico/status';
import { Tags } from '~/widgets/Ico/Tags';
import { Monogram } from '~/widgets/Monogram';
import { dateLine } from './dateLine';
import classes from './IcosPage.module.css';

interface Props {
  ico: Ico;
  now: number;
  onDetails: () => void;
}

/** ICOS-01: one offering; a running one shows how far it is. */
export function IcoCard({ ico, now, onDetails }: Props) {
  const active = ico.status === 'active';
  const date = dateLine(ico, now);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Monogram of={ico} size={40} />
        <div className={classes.title}>
          <h2>{ico.name}</h2>
          <p>
            {ico.symbol} · {ico.category}
          </p>
        </div>
        <StatusBadge status={ico.status} />
      </div>
      <p className={classes.description}>{ico.description}</p>
      <Tags tags={ico.tags} />
      {active && <IcoProgress ico={ico} />}
      <div className={classes.foot}>
        <dl className={`num ${classes.facts}`}>
          {ico.status === 'upcoming' && <Fact name="Target" text={formatMarketCap(ico.targetAmount)} />}
          {ico.status === 'ended' && <Fact name="Raised" text={formatMarketCap(ico.raisedAmount)} />}
          <Fact name={date.name} text={date.text} soon={endsSoon(ico, now)} />
        </dl>
        {active && (
          <Button variant="default" onClick={onDetails}>
            View Details
          </Button>
        )}
      </div>
    </li>
  );
}

interface FactProps {
  name: string;
  text: string;
  /** Little time is left. */
  soon?: boolean;
}

function Fact({ name, text, soon = false }: FactProps) {
  return (
    <div data-soon={soon || undefined}>
      <dt>{name}:</dt>
      <dd>{text}</dd>
    </div>
  );
}
