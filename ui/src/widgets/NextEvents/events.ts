import type { Dividend, EarningsEvent, Ticker } from '~/api/types';
import { type Day, daysBetween } from '~/market/day';
import { formatPrice } from '~/market/format';

/** A day that matters for a ticker. */
export interface NextEvent {
  symbol: string;
  day: Day;
  /** 'Earnings, est. $1.24', 'Ex-dividend, $0.51'. */
  what: string;
}

type Listed = Pick<Ticker, 'id' | 'symbol' | 'type' | 'currency'>;
type Earnings = Pick<EarningsEvent, 'symbol' | 'date' | 'estimatedEPS' | 'actualEPS' | 'currency'>;
type Payment = Pick<Dividend, 'exDate' | 'amount' | 'currency' | 'isProjected'>;

/** Results that are not told yet and ex-dividend days of the listed tickers, from `today` on, the next first. */
export function nextEvents(
  listed: readonly Listed[],
  earnings: readonly Earnings[],
  dividends: readonly { ticker: Listed; rows: readonly Payment[] }[],
  today: Day,
): NextEvent[] {
  const symbols = new Set(listed.map(({ symbol }) => symbol));
  const reports = earnings
    .filter(({ symbol, actualEPS }) => symbols.has(symbol) && actualEPS === null)
    .map(({ symbol, date, estimatedEPS, currency }) => ({
      symbol,
      day: date,
      what:
        estimatedEPS === null ? 'Earnings' : `Earnings, est. ${formatPrice(estimatedEPS, 2, { currency })}`,
    }));
  const payments = dividends.flatMap(({ ticker, rows }) =>
    rows.map(({ exDate, amount, currency, isProjected }) => ({
      symbol: ticker.symbol,
      day: exDate,
      what: `Ex-dividend, ${isProjected ? 'est. ' : ''}${formatPrice(amount, 2, { currency })}`,
    })),
  );
  return [...reports, ...payments]
    .filter(({ day }) => day >= today)
    .sort((a, b) => a.day.localeCompare(b.day) || a.symbol.localeCompare(b.symbol));
}

/** 'Today', 'Tomorrow', '12 days'. */
export function daysUntil(day: Day, today: Day): string {
  const days = daysBetween(today, day);
  return ['Today', 'Tomorrow'][days] ?? `${days} days`;
}
