import type { CalendarDividend } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';
import { countPerDay } from '~/widgets/MonthCalendar/month';

export type Payments = readonly CalendarDividend[];

/** Length of the upcoming list in days. */
export const UPCOMING_DAYS = 30;

/** Number of tickers per ex-dividend day. */
export const perDay = (payments: Payments): Map<Day, number> =>
  countPerDay(payments.map(({ exDate }) => exDate));

export const onDay = (payments: Payments, day: Day): Payments =>
  payments.filter(({ exDate }) => exDate === day);

/** Payments from today on for some days, in date order; the order within a day stays. */
export const ahead = (payments: Payments, today: Day, days: number): Payments =>
  payments
    .filter(({ exDate }) => {
      const away = daysBetween(today, exDate);
      return away >= 0 && away <= days;
    })
    .toSorted((a, b) => a.exDate.localeCompare(b.exDate));

/** The highest yields of upcoming regular payments, each ticker once. */
export function highestYields(coming: Payments, count: number): Payments {
  const regular = coming.filter(({ yield: rate, kind }) => rate !== null && kind !== 'special');
  const ranked = regular.toSorted((a, b) => (b.yield ?? 0) - (a.yield ?? 0));
  return ranked
    .filter((each, index) => ranked.findIndex(({ symbol }) => symbol === each.symbol) === index)
    .slice(0, count);
}

/** 'Estimated' until the amount is announced, 'Special' for an extra payment. */
export function statusOf({ isProjected, kind }: CalendarDividend): 'Estimated' | 'Special' | 'Confirmed' {
  if (kind === 'special') return 'Special';
  return isProjected ? 'Estimated' : 'Confirmed';
}
