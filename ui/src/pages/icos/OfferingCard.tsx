import type { Ico } from '~/api/types';
import { Button } from '~/components/Button';
import { useIsPhone } from '~/hooks/useIsPhone';
import { formatDollars } from '~/market/format';
import { IcoCard } from '~/widgets/Ico/IcoCard';
import { IcoProgress } from '~/widgets/Ico/IcoProgress';
import { endsSoon } from '~/widgets/Ico/status';
import { Tags } from '~/widgets/Ico/Tags';
import { dateLine } from './dateLine';
import classes from './IcosPage.module.css';

interface Props {
  ico: Ico;
  now: number;
  onDetails: () => void;
}

/** ICOS-01: an ICO; an active one shows its progress. */
export function OfferingCard({ ico, now, onDetails }: Props) {
  const phone = useIsPhone();
  const active = ico.status === 'active';
  const date = dateLine(ico, now);
  return (
    <IcoCard ico={ico} heading="h2" brief={phone}>
      <Tags tags={ico.tags} />
      {active && <IcoProgress ico={ico} />}
      <div className={classes.foot}>
        <dl className={`num ${classes.facts}`}>
          {ico.status === 'upcoming' && <Fact name="Target" text={formatDollars(ico.targetAmount)} />}
          {ico.status === 'ended' && <Fact name="Raised" text={formatDollars(ico.raisedAmount)} />}
          <Fact name={date.name} text={date.text} soon={endsSoon(ico, now)} />
        </dl>
        {active && (
          <Button variant="default" onClick={onDetails}>
            View Details
          </Button>
        )}
      </div>
    </IcoCard>
  );
}

interface FactProps {
  name: string;
  text: string;
  /** True if little time is left. */
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
