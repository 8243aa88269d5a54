import type { Dividend, EarningsEvent, Ticker } from '~/api/types';
import { type Day, daysBetween, tradingDayOf, tradingDays } from './day';
import { formatPrice } from './format';

/** A date that matters for a ticker. */
export interface NextEvent {
  symbol: string;
  day: Day;
  /** Today at the ticker's exchange. */
  today: Day;
  /** 'Earnings, est. $1.24', 'Ex-dividend, $0.51'. */
  description: string;
}

type ListedTicker = Pick<Ticker, 'id' | 'symbol' | 'type' | 'currency' | 'timeZone' | 'session'>;
type Earnings = Pick<EarningsEvent, 'symbol' | 'date' | 'estimatedEPS' | 'actualEPS' | 'currency'>;
type Payment = Pick<Dividend, 'exDate' | 'amount' | 'currency' | 'isProjected'>;

/**
 * Returns the upcoming events of the listed tickers, earliest first: earnings that are not reported yet, and ex-dividend dates. An event
 * is upcoming until its day ends at the ticker's exchange. `now` is in milliseconds.
 */
export function nextEvents(
  listed: readonly ListedTicker[],
  earnings: readonly Earnings[],
  dividends: readonly { ticker: ListedTicker; rows: readonly Payment[] }[],
  now: number,
): NextEvent[] {
  const days = new Map(listed.map((ticker) => [ticker.symbol, tradingDayOf(now, tradingDays(ticker))]));
  const reports = earnings
    .filter(({ actualEPS }) => actualEPS === null)
    .map(({ symbol, date, estimatedEPS, currency }) => ({
      symbol,
      day: date,
      description:
        estimatedEPS === null ? 'Earnings' : `Earnings, est. ${formatPrice(estimatedEPS, 2, { currency })}`,
    }));
  const payments = dividends.flatMap(({ ticker, rows }) =>
    rows.map(({ exDate, amount, currency, isProjected }) => ({
      symbol: ticker.symbol,
      day: exDate,
      description: `Ex-dividend, ${isProjected ? 'est. ' : ''}${formatPrice(amount, 2, { currency })}`,
    })),
  );
  return [...reports, ...payments]
    .flatMap((event) => {
      const today = days.get(event.symbol);
      return today !== undefined && event.day >= today ? [{ ...event, today }] : [];
    })
    .sort((a, b) => a.day.localeCompare(b.day) || a.symbol.localeCompare(b.symbol));
}

/** 'Today', 'Tomorrow', '12 days'. */
export function daysUntil(day: Day, today: Day): string {
  const days = daysBetween(today, day);
  return ['Today', 'Tomorrow'][days] ?? `${days} days`;
}
