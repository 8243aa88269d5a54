import { useMarketDay } from '~/live/useMarketDay';
import { type Day, daysAwayText, formatShortDay, US_DAYS } from '~/market/day';
import classes from './ShortDay.module.css';

interface Props {
  day: Day;
  /** Shows the distance from today below the day. */
  showsDistance?: boolean;
}

/** 'Nov 23', with the year unless it is the current one; with `showsDistance`, 'in 3 days' below it. */
export function ShortDay({ day, showsDistance = false }: Props) {
  const today = useMarketDay(US_DAYS) ?? day;
  if (!showsDistance) return formatShortDay(day, today);
  return (
    <span className={classes.day}>
      {formatShortDay(day, today)}
      <small>{daysAwayText(day, today)}</small>
    </span>
  );
}
