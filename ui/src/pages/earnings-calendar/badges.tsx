import type { EarningsEvent } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { RESULT_MEANINGS } from '~/market/surprise';
import classes from './EventList.module.css';
import type { Outcome } from './events';

const SESSIONS = { before: 'Before Market', after: 'After Market', during: 'During Market' } as const;

/** EARN-02: whether the company reports before, during or after the market. */
export function SessionBadge({ time }: { time: EarningsEvent['time'] }) {
  return <span className={classes.badge}>{time ? SESSIONS[time] : 'Time unknown'}</span>;
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
