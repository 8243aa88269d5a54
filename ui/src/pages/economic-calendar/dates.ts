import type { EconomicDate } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';

/** How far the upcoming list looks ahead, in days. */
export const ON_SHOW = 60;

/** Releases from today on for some days. */
export const ahead = (dates: readonly EconomicDate[], today: Day, days: number): readonly EconomicDate[] =>
  dates.filter(({ date }) => {
    const away = daysBetween(today, date);
    return away >= 0 && away <= days;
  });

/** Releases of some days before today, newest first. */
export const past = (dates: readonly EconomicDate[], today: Day, days: number): readonly EconomicDate[] =>
  dates
    .filter(({ date }) => date < today && daysBetween(date, today) <= days)
    .toSorted((a, b) => b.date.localeCompare(a.date));

/** An agency and the last date known from it. */
export interface Agency {
  name: string;
  source: string | null;
  until: Day;
}

/** Agencies by name; dates added by the user may have none. */
export function agenciesOf(dates: readonly EconomicDate[]): Agency[] {
  const agencies = new Map<string, Agency>();
  for (const { agency, source, date } of dates) {
    if (!agency) continue;
    const known = agencies.get(agency);
    agencies.set(agency, {
      name: agency,
      source: source ?? known?.source ?? null,
      until: known && known.until > date ? known.until : date,
    });
  }
  return [...agencies.values()].sort((a, b) => a.name.localeCompare(b.name));
}
