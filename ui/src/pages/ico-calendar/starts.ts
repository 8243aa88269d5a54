import type { Ico } from '~/api/types';
import { addMonths, type Day, dayOf, monthOf } from '~/market/day';
import { formatUntil } from '~/market/time';
import { countPerDay } from '~/widgets/MonthCalendar/month';

/** Number of cards in the Upcoming and Spotlight tabs. */
const MAX_CARDS = 3;
/** Number of active ICOs listed next to the calendar. */
const MAX_ACTIVE = 5;

/** The day on which an ICO starts in the viewer's time zone, in which every page shows the start time. */
export const startDay = (ico: Ico): Day => dayOf(ico.startDate);

const byStart = (a: Ico, b: Ico) => Date.parse(a.startDate) - Date.parse(b.startDate);

/** Number of ICO starts per day. */
export const startsPerDay = (icos: readonly Ico[]): Map<Day, number> => countPerDay(icos.map(startDay));

/** ICOC-02: ICOs that start on a day. */
export const startingOn = (icos: readonly Ico[], day: Day): readonly Ico[] =>
  icos.filter((ico) => startDay(ico) === day);

export interface StartMonth {
  /** The first day of the month. */
  month: Day;
  /** Earliest start first; empty for a month without starts. */
  icos: readonly Ico[];
}

/** The month of a day and all later ones up to the last one with a start. */
export function startMonths(icos: readonly Ico[], day: Day): readonly StartMonth[] {
  const first: Day = `${monthOf(day)}-01`;
  const last = icos.map(startDay).reduce((latest, each) => (each > latest ? each : latest), first);
  const months: StartMonth[] = [];
  for (let month = first; monthOf(month) <= monthOf(last); month = addMonths(month, 1)) {
    const found = icos.filter((ico) => monthOf(startDay(ico)) === monthOf(month));
    months.push({ month, icos: found.sort(byStart) });
  }
  return months;
}

/** ICOC-03: the upcoming ICOs that start soonest. */
export const nearestUpcoming = (icos: readonly Ico[]): readonly Ico[] =>
  icos
    .filter((ico) => ico.status === 'upcoming')
    .sort(byStart)
    .slice(0, MAX_CARDS);

/** ICOC-04: the active ICOs that raised most; unknown amounts come last. */
export const topByRaised = (icos: readonly Ico[]): readonly Ico[] =>
  icos
    .filter((ico) => ico.status === 'active')
    .sort((a, b) => (b.raisedAmount ?? -1) - (a.raisedAmount ?? -1))
    .slice(0, MAX_CARDS);

/** Active ICOs, earliest end first. */
export const byEndDate = (icos: readonly Ico[]): readonly Ico[] =>
  icos
    .filter((ico) => ico.status === 'active')
    .sort((a, b) => Date.parse(a.endDate) - Date.parse(b.endDate))
    .slice(0, MAX_ACTIVE);

/** '8 days' until an instant; undefined if it has passed, which is possible if a source still reports the earlier status. */
export function timeUntil(instant: string, now: number): string | undefined {
  const at = Date.parse(instant);
  return at > now ? formatUntil(at, now) : undefined;
}

/** Truncates a text to `length` characters plus an ellipsis, without a full stop before it. */
export function truncate(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length)
    .join('')
    .replace(/[\s.,;:]+$/, '')}…`;
}
