import type { CalendarDividend } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';
import { countPerDay } from '~/widgets/MonthCalendar/month';

export type Payments = readonly CalendarDividend[];

/** How far the upcoming list looks ahead, in days. */
export const ON_SHOW = 30;

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

/** The highest upcoming yields, each ticker once. */
export function highestYields(coming: Payments, most: number): Payments {
  const known = coming.filter(({ yield: rate, kind }) => rate !== null && kind !== 'special');
  const ranked = known.toSorted((a, b) => (b.yield ?? 0) - (a.yield ?? 0));
  return ranked
    .filter((each, at) => ranked.findIndex(({ symbol }) => symbol === each.symbol) === at)
    .slice(0, most);
}

/** 'Estimated' until the amount is announced, 'Special' for an extra payment. */
export function statusOf({ isProjected, kind }: CalendarDividend): 'Estimated' | 'Special' | 'Confirmed' {
  if (kind === 'special') return 'Special';
  return isProjected ? 'Estimated' : 'Confirmed';
}
