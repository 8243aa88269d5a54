import type { Dividend, EarningsEvent, Ticker } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';
import { formatPrice } from '~/market/format';
import { formatWeekday } from '~/market/time';

export interface BoardEvent {
  day: Day;
  symbol: string;
  text: string;
}

/** Describes an upcoming report with its estimate. */
export const earningsEvent = ({
  date,
  symbol,
  estimatedEPS,
  currency,
  isEstimate,
}: EarningsEvent): BoardEvent => ({
  day: date,
  symbol,
  text: `${isEstimate ? 'Earnings, day not confirmed' : 'Earnings'}${
    estimatedEPS === null ? '' : `, EPS est. ${formatPrice(estimatedEPS, 2, { currency })}`
  }`,
});

export const dividendEvent = (
  ticker: Pick<Ticker, 'symbol'>,
  { exDate, amount, currency, isProjected }: Dividend,
): BoardEvent => ({
  day: exDate,
  symbol: ticker.symbol,
  text: `Ex-dividend, ${isProjected ? 'est. ' : ''}${formatPrice(amount, 2, { currency })}`,
});

/**
 * Returns up to `count` events from today on, in the time zone of each symbol's exchange. Events of the board's tickers
 * take precedence; the rest of the market fills the remaining rows. Sorted by day, the board's tickers first.
 */
export function nextEvents(
  events: readonly BoardEvent[],
  boardSymbols: readonly string[],
  todayOf: (symbol: string) => Day,
  count: number,
): BoardEvent[] {
  const rank = ({ symbol }: BoardEvent) => (boardSymbols.includes(symbol) ? 0 : 1);
  const upcoming = events.filter(({ day, symbol }) => day >= todayOf(symbol));
  const boardEvents = upcoming.filter(({ symbol }) => boardSymbols.includes(symbol)).sort(byDay);
  const others = upcoming.filter(({ symbol }) => !boardSymbols.includes(symbol)).sort(byDay);
  return [...boardEvents, ...others].slice(0, count).sort((a, b) => byDay(a, b) || rank(a) - rank(b));
}

const byDay = (a: BoardEvent, b: BoardEvent) => a.day.localeCompare(b.day);

/** 'Today', 'Tomorrow', 'Tue, Dec 1'. */
export function dayName(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  return away === 0 ? 'Today' : away === 1 ? 'Tomorrow' : formatWeekday(day);
}

/** '7 days'; empty for days that have a name. */
export function daysAwayText(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  return away < 2 ? '' : `${away} days`;
}
