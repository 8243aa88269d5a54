import { addDays, type Day, weekdayOf } from './day';
import { formatLanguage } from './locale';

/** `Intl.Locale` week data: a method, a field in older browsers, or missing. */
type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

const DAYS = { sunday: 0, monday: 1, saturday: 6 } as const;
export type FirstDay = keyof typeof DAYS | 'auto';

/** Returns the first day of the week (0 is Sunday): the chosen one, or the current language's. */
export function firstWeekday(chosen: FirstDay): number {
  if (chosen !== 'auto') return DAYS[chosen];
  const locale: WeekLocale = new Intl.Locale(formatLanguage());
  const week = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (week) return week.firstDay % 7;
  return locale.maximize().region === 'US' ? DAYS.sunday : DAYS.monday;
}

/** Returns the first day of a day's week, for weeks that start with `first`. */
export const weekStart = (day: Day, first: number): Day => addDays(day, -((weekdayOf(day) - first + 7) % 7));
