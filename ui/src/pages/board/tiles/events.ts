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
export const ofEarnings = ({
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

export const ofDividend = (
  ticker: Pick<Ticker, 'symbol'>,
  { exDate, amount, currency, isProjected }: Dividend,
): BoardEvent => ({
  day: exDate,
  symbol: ticker.symbol,
  text: `Ex-dividend, ${isProjected ? 'est. ' : ''}${formatPrice(amount, 2, { currency })}`,
});

/**
 * The next `count` events from today on, dated by each symbol's exchange; within a day the board's own tickers come
 * first.
 */
export function nextEvents(
  events: readonly BoardEvent[],
  own: readonly string[],
  todayOf: (symbol: string) => Day,
  count: number,
): BoardEvent[] {
  const rank = ({ symbol }: BoardEvent) => (own.includes(symbol) ? 0 : 1);
  const coming = events.filter(({ day, symbol }) => day >= todayOf(symbol));
  // The board's tickers come first; the market fills the remaining room.
  const mine = coming.filter(({ symbol }) => own.includes(symbol)).sort(byDay);
  const others = coming.filter(({ symbol }) => !own.includes(symbol)).sort(byDay);
  return [...mine, ...others].slice(0, count).sort((a, b) => byDay(a, b) || rank(a) - rank(b));
}

const byDay = (a: BoardEvent, b: BoardEvent) => a.day.localeCompare(b.day);

/** 'Today', 'Tomorrow', 'Tue, Dec 1'. */
export function dayName(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  return away === 0 ? 'Today' : away === 1 ? 'Tomorrow' : formatWeekday(day);
}

/** '7 days'; empty for days that have a name. */
export function awayText(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  return away < 2 ? '' : `${away} days`;
}
