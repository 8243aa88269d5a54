import type { CalendarDividend } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';
import { countPerDay } from '~/widgets/MonthCalendar/month';

export type Payments = readonly CalendarDividend[];

/** How far the list of what comes looks ahead, in days. */
export const ON_SHOW = 30;

/** How many tickers go ex-dividend on each day. */
export const perDay = (payments: Payments): Map<Day, number> =>
  countPerDay(payments.map(({ exDate }) => exDate));

export const onDay = (payments: Payments, day: Day): Payments =>
  payments.filter(({ exDate }) => exDate === day);

/** From today to so many days ahead, the next first; of one day as they were. */
export const ahead = (payments: Payments, today: Day, days: number): Payments =>
  payments
    .filter(({ exDate }) => {
      const away = daysBetween(today, exDate);
      return away >= 0 && away <= days;
    })
    .toSorted((a, b) => a.exDate.localeCompare(b.exDate));

/** The highest yields of what comes, each ticker once. */
export function highestYields(coming: Payments, most: number): Payments {
  const known = coming.filter(({ yield: rate, kind }) => rate !== null && kind !== 'special');
  const ranked = known.toSorted((a, b) => (b.yield ?? 0) - (a.yield ?? 0));
  return ranked
    .filter((each, at) => ranked.findIndex(({ symbol }) => symbol === each.symbol) === at)
    .slice(0, most);
}

/** 'Estimated' while the amount is not told, 'Special' where it is paid beside the rhythm. */
export function statusOf({ isProjected, kind }: CalendarDividend): 'Estimated' | 'Special' | 'Confirmed' {
  if (kind === 'special') return 'Special';
  return isProjected ? 'Estimated' : 'Confirmed';
}
