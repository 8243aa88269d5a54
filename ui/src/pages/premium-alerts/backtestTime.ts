import { dayOf, formatShortDay } from '~/market/day';
import { serverNow } from '~/state/clock';

/** Pause after typing before the backtest runs. */
export const DEBOUNCE_MS = 300;
/**
 * With fewer days than this, the bars don't reach back a year. The bars of the first week may be used up by the first
 * evaluation.
 */
const YEAR_DAYS = 350;
const DAY_MS = 86_400_000;

/** Returns true if a bar beginning at `at` is a year old. */
export const isYearAgo = (at: string): boolean => serverNow() - Date.parse(at) > YEAR_DAYS * DAY_MS;

/** The day on which a bar begins: 'Mar 3', with the year if it is another one. */
export const dayOfBar = (at: string): string => formatShortDay(dayOf(at, 'UTC'), dayOf(serverNow(), 'UTC'));

/** The name of bars of an interval. */
export const barsOf = (interval: string | null): string => (interval === '1h' ? 'hourly bars' : 'daily bars');
