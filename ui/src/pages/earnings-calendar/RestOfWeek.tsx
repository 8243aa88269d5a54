import type { EarningsEvent } from '~/api/types';
import { type Day, formatWeekday } from '~/market/day';
import { firstWeekday } from '~/market/week';
import { useSetting } from '~/state/settings';
import classes from './EarningsCalendarPage.module.css';
import { EarningsPanel } from './EarningsPanel';
import { EventList } from './EventList';
import { isReported, restOfWeek } from './events';
import { useUpcomingTickers } from './useUpcomingTickers';

interface Props {
  events: readonly EarningsEvent[];
  day: Day;
  today: Day;
}

/** The other days of the week, shown if the selected day has few reports. */
export function RestOfWeek({ events, day, today }: Props) {
  const days = restOfWeek(events, day, firstWeekday(useSetting('first-day')[0]));
  const parts = [
    { title: 'Earlier this week', days: days.filter((each) => each.day < day) },
    { title: 'Later this week', days: days.filter((each) => each.day > day) },
  ];
  const upcomingTickers = useUpcomingTickers(
    (parts[1]?.days ?? []).flatMap((each) => each.events),
    today,
  );
  return parts
    .filter((part) => part.days.length > 0)
    .map((part) => (
      <EarningsPanel
        key={part.title}
        title={part.title}
        quiet
        hasResults={part.days.some((each) => each.events.some(isReported))}
      >
        {part.days.map((each, index) => (
          <section key={each.day} className={classes.weekday}>
            <h3>{formatWeekday(each.day)}</h3>
            <EventList
              label={`Reports on ${formatWeekday(each.day)}`}
              events={each.events}
              today={today}
              bare={index > 0}
              {...(upcomingTickers && part === parts[1] && { tickers: upcomingTickers })}
            />
          </section>
        ))}
      </EarningsPanel>
    ));
}
