import type { EconomicDate } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';

/** Length of the upcoming list in days. */
export const UPCOMING_DAYS = 60;

/** Releases from today on for some days. */
export const ahead = (dates: readonly EconomicDate[], today: Day, days: number): readonly EconomicDate[] =>
  dates.filter(({ date }) => {
    const daysAhead = daysBetween(today, date);
    return daysAhead >= 0 && daysAhead <= days;
  });

/** Releases of some days before today, newest first. */
export const past = (dates: readonly EconomicDate[], today: Day, days: number): readonly EconomicDate[] =>
  dates
    .filter(({ date }) => date < today && daysBetween(date, today) <= days)
    .toSorted((a, b) => b.date.localeCompare(a.date));

/** An agency with the date of its last known release. */
export interface Agency {
  name: string;
  source: string | null;
  until: Day;
}

/** Agencies by name; releases added by the user may have no agency. */
export function agenciesOf(dates: readonly EconomicDate[]): Agency[] {
  const agencies = new Map<string, Agency>();
  for (const { agency, source, date } of dates) {
    if (!agency) continue;
    const existing = agencies.get(agency);
    agencies.set(agency, {
      name: agency,
      source: source ?? existing?.source ?? null,
      until: existing && existing.until > date ? existing.until : date,
    });
  }
  return [...agencies.values()].sort((a, b) => a.name.localeCompare(b.name));
}
