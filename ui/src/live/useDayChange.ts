import type { Ticker } from '~/api/types';
import { tradingDays } from '~/market/day';
import { dayChangeName, dayChangePeriod } from '~/market/dayChange';
import { useMarketDay } from './useMarketDay';

/** Returns the names of the period of a ticker's `change24h`: `name` as a label, `period` after a figure. */
export function useDayChange(
  ticker: Pick<Ticker, 'type' | 'session' | 'timeZone' | 'updatedAt'> | undefined,
): { name: string; period: string } {
  const today = useMarketDay(ticker && tradingDays(ticker));
  if (!ticker) return { name: 'Today', period: 'today' };
  return { name: dayChangeName(ticker, today), period: dayChangePeriod(ticker, today) };
}
