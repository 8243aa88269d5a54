import type { ReactNode } from 'react';
import { type Day, daysBetween, formatShortDay } from '~/market/day';
import classes from './NextDayLink.module.css';

interface Props {
  /** The label of the link: 'Next start'. */
  label: string;
  name: string;
  /** The kind or importance of the event, shown next to its name. */
  about?: ReactNode;
  day: Day;
  /** The time of the event, shown after the day. */
  at?: string | undefined;
  /** The selected day, which has no events. */
  from: Day;
}

/** Below a day without events: the next event and how far away it is. */
export function NextDayLink({ label, name, about, day, at, from }: Props) {
  const daysAway = daysBetween(from, day);
  const whenParts = [formatShortDay(day, from), at, `${daysAway} ${daysAway === 1 ? 'day' : 'days'} later`];
  return (
    <p className={classes.next}>
      {label}: <strong>{name}</strong> {about} <span>{whenParts.filter(Boolean).join(', ')}</span>
    </p>
  );
}
