import type { EarningsEvent } from '~/api/types';
import classes from './EventList.module.css';
import type { Outcome } from './events';

const SESSIONS = { before: 'Before Market', after: 'After Market', during: 'During Market' } as const;

/** EARN-02: when in the day the company reports. */
export function SessionBadge({ time }: { time: EarningsEvent['time'] }) {
  return <span className={classes.badge}>{time ? SESSIONS[time] : 'Time unknown'}</span>;
}

/** EARN-04, EARN-05: how it went, or that it is still to come. */
export function OutcomeBadge({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null;
  return (
    <span className={classes.badge} data-outcome={outcome}>
      {outcome}
    </span>
  );
}
