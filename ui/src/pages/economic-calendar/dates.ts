import type { EconomicDate } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';

/** How far the list of what comes looks ahead, in days. */
export const ON_SHOW = 60;

/** From today to so many days ahead. */
export const ahead = (dates: readonly EconomicDate[], today: Day, days: number): readonly EconomicDate[] =>
  dates.filter(({ date }) => {
    const away = daysBetween(today, date);
    return away >= 0 && away <= days;
  });

/** Of so many days before today, the newest first. */
export const past = (dates: readonly EconomicDate[], today: Day, days: number): readonly EconomicDate[] =>
  dates
    .filter(({ date }) => date < today && daysBetween(date, today) <= days)
    .toSorted((a, b) => b.date.localeCompare(a.date));

/** Who publishes, and until when the dates are known. */
export interface Agency {
  name: string;
  source: string | null;
  until: Day;
}

/** The agencies by their names; a person's own dates need have none. */
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
