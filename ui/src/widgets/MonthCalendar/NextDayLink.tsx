import type { ReactNode } from 'react';
import { type Day, daysBetween, formatShortDay } from '~/market/day';
import classes from './NextDayLink.module.css';

interface Props {
  /** What it is one of: 'Next start'. */
  label: string;
  name: string;
  /** Beside the name: what kind it is, or how much it counts. */
  about?: ReactNode;
  day: Day;
  /** After the day: a time. */
  at?: string | undefined;
  /** The chosen day, which has nothing itself. */
  from: Day;
}

/** Under a day without anything: what comes next, and how far away that is. */
export function NextDayLink({ label, name, about, day, at, from }: Props) {
  const away = daysBetween(from, day);
  const when = [formatShortDay(day, from), at, `${away} ${away === 1 ? 'day' : 'days'} later`];
  return (
    <p className={classes.next}>
      {label}: <strong>{name}</strong> {about} <span>{when.filter(Boolean).join(', ')}</span>
    </p>
  );
}
