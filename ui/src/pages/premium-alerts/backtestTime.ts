import { dayOf, formatShortDay } from '~/market/day';
import { serverNow } from '~/state/serverClock';

/** The past is asked for when nobody has typed for so long. */
export const DEBOUNCE_MS = 300;
/** Shorter than this, the bars do not reach back a year. Those of its first week may go into the first measurement. */
const YEAR_DAYS = 350;
const DAY_MS = 86_400_000;

/** Whether a bar that begins then lies a year back. */
export const isYearAgo = (at: string): boolean => serverNow() - Date.parse(at) > YEAR_DAYS * DAY_MS;

/** The day on which a bar begins: 'Mar 3', with the year where it is another. */
export const dayOfBar = (at: string): string => formatShortDay(dayOf(at, 'UTC'), dayOf(serverNow(), 'UTC'));

/** What bars of an interval are called. */
export const barsOf = (interval: string | null): string => (interval === '1h' ? 'hourly bars' : 'daily bars');
