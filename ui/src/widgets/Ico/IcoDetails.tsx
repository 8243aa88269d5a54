import type { Ico } from '~/api/types';
import { Button } from '~/components/Button';
import { Dialog } from '~/components/layer/Dialog';
import { formatDollars } from '~/market/format';
import { formatDateTime, formatUntil } from '~/market/time';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './Ico.module.css';
import { IcoProgress } from './IcoProgress';
import { StatusBadge } from './StatusBadge';
import { Tags } from './Tags';

interface Props {
  ico: Ico;
  now: number;
  onClose: () => void;
}

/** All details of an ICO. */
export function IcoDetails({ ico, now, onClose }: Props) {
  const facts: [name: string, text: string][] = [
    ['Symbol', ico.symbol],
    ['Category', ico.category],
    ['Target', formatDollars(ico.targetAmount)],
    ['Raised', formatDollars(ico.raisedAmount)],
    ['Starts', formatDateTime(ico.startDate)],
    ['Ends', formatDateTime(ico.endDate)],
    ...(ico.status === 'active'
      ? [['Time left', formatUntil(Date.parse(ico.endDate), now)] as [string, string]]
      : []),
  ];
  return (
    <Dialog title={ico.name} onClose={onClose}>
      <div className={classes.details}>
        <div className={classes.badges}>
          <StatusBadge status={ico.status} />
          <SampleBadge shown={ico.isSample} />
        </div>
        <p>{ico.description}</p>
        <Tags tags={ico.tags} />
        {ico.status !== 'upcoming' && <IcoProgress ico={ico} />}
        <dl className={`num ${classes.table}`}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.risk}>
          Token offerings are high-risk: many never deliver what they promise. This is information, not
          advice.
        </p>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
