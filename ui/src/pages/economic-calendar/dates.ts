import type { EconomicDate } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';

/** Length of the agenda in days, from its first day on. */
export const UPCOMING_DAYS = 60;
/** Length of the agenda's list of earlier days. */
export const PAST_DAYS = 45;

/** A day with its releases. */
export interface ReleaseDay {
  day: Day;
  releases: EconomicDate[];
}

/** Groups releases by day, in the order of their days. */
function byDay(dates: readonly EconomicDate[]): ReleaseDay[] {
  const days = new Map<Day, EconomicDate[]>();
  for (const release of dates) days.set(release.date, [...(days.get(release.date) ?? []), release]);
  return [...days].map(([day, releases]) => ({ day, releases })).sort((a, b) => a.day.localeCompare(b.day));
}

/** The days with releases from `first` on, ascending. */
export const ahead = (dates: readonly EconomicDate[], first: Day): ReleaseDay[] =>
  byDay(dates.filter(({ date }) => date >= first && daysBetween(first, date) <= UPCOMING_DAYS));

/** The days with releases before `first`, newest first. */
export const past = (dates: readonly EconomicDate[], first: Day): ReleaseDay[] =>
  byDay(dates.filter(({ date }) => date < first && daysBetween(date, first) <= PAST_DAYS)).reverse();

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
