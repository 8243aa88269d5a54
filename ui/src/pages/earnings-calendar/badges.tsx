import type { EarningsEvent } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { RESULT_MEANINGS } from '~/market/surprise';
import classes from './EventList.module.css';
import type { Outcome } from './events';

const SESSIONS = {
  before: { text: 'Before Market', icon: 'sun' },
  during: { text: 'During Market', icon: 'clock' },
  after: { text: 'After Market', icon: 'moon' },
} as const;

/** EARN-02: whether the company reports before, during or after the market. */
export function SessionBadge({ time }: { time: EarningsEvent['time'] }) {
  if (!time) return <span className={classes.badge}>Time unknown</span>;
  const { text, icon } = SESSIONS[time];
  return (
    <span className={classes.badge}>
      <Icon name={icon} size={12} />
      {text}
    </span>
  );
}

/** EARN-04, EARN-05: the outcome of a report, with its threshold on hover, or 'Upcoming'. */
export function OutcomeBadge({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null;
  const badge = (
    <span className={classes.badge} data-outcome={outcome}>
      {outcome}
    </span>
  );
  const meaning = (RESULT_MEANINGS as Partial<Record<Outcome, string>>)[outcome];
  return meaning ? <Tooltip label={meaning}>{badge}</Tooltip> : badge;
}
