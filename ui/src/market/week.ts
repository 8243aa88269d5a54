import { addDays, type Day, weekdayOf } from './day';
import { formatLanguage } from './locale';

/** What `Intl.Locale` knows of weeks: by a method, in older browsers by a field, in others not at all. */
type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

const DAYS = { sunday: 0, monday: 1, saturday: 6 } as const;
export type FirstDay = keyof typeof DAYS | 'auto';

/** The day with which a week begins, 0 is Sunday: the one that was chosen, or that of the language in use. */
export function firstWeekday(chosen: FirstDay): number {
  if (chosen !== 'auto') return DAYS[chosen];
  const locale: WeekLocale = new Intl.Locale(formatLanguage());
  const week = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (week) return week.firstDay % 7;
  return locale.maximize().region === 'US' ? DAYS.sunday : DAYS.monday;
}

/** The day on which the week of a day begins, where weeks begin with `first`. */
export const weekStart = (day: Day, first: number): Day => addDays(day, -((weekdayOf(day) - first + 7) % 7));
