import type { HistoryPoint } from '~/api/types';
import { isMoney, type Quoted } from './format';

/** The daily rates of a currency in another, ascending by date. */
export interface DailyRates {
  from: string;
  to: string;
  isCrossRate: boolean;
  rates: readonly { date: string; rate: number }[];
}

/** Returns the rate that is valid at an ISO time: the day's own, or the last one before. Undefined before the first. */
export function rateAt(rates: DailyRates['rates'], time: string): number | undefined {
  const date = time.slice(0, 10);
  let [first, end] = [0, rates.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((rates[middle]?.date ?? '') <= date) first = middle + 1;
    else end = middle;
  }
  return rates[first - 1]?.rate;
}

/** Converts a history at each day's rate. Points before the first rate are left out. */
export function convertHistory(points: readonly HistoryPoint[], { rates }: DailyRates): HistoryPoint[] {
  return points.flatMap((point) => {
    const rate = rateAt(rates, point.timestamp);
    if (rate === undefined) return [];
    const { base, ...own } = point;
    const baseRate = base && rateAt(rates, base.timestamp);
    return [
      {
        timestamp: own.timestamp,
        price: own.price * rate,
        ...(base && baseRate !== undefined && { base: { ...base, price: base.price * baseRate } }),
      },
    ];
  });
}

type PricedTicker = Quoted & { currency: string };

/**
 * Returns the currencies that must be converted to `display` so that tickers can be compared: none if all prices are in one
 * currency.
 */
export function currenciesToConvert(tickers: readonly PricedTicker[], display: string): string[] {
  const currencies = new Set(tickers.filter(isMoney).map(({ currency }) => currency));
  if (currencies.size < 2) return [];
  currencies.delete(display);
  return [...currencies].sort();
}

/** Returns the rates that convert the prices of a ticker; undefined if they stay as they are. */
export const ratesOf = (ticker: PricedTicker, allRates: readonly DailyRates[]): DailyRates | undefined =>
  isMoney(ticker)
    ? allRates.find(({ from, rates }) => from === ticker.currency && rates.length > 0)
    : undefined;

/**
 * Describes the conversion: 'Prices in EUR are converted to USD at each day's ECB reference rate.' Names cross rates and currencies
 * without rates. Undefined if nothing needs conversion.
 */
export function conversionNote(
  currencies: readonly string[],
  allRates: readonly DailyRates[],
  display: string,
): string | undefined {
  if (currencies.length === 0) return;
  const known = allRates.filter(({ from, rates }) => currencies.includes(from) && rates.length > 0);
  const unknown = currencies.filter((code) => !known.some(({ from }) => from === code));
  const sentences = [];
  if (known.length > 0) {
    const cross = known.some(({ isCrossRate }) => isCrossRate) ? ', computed from the euro rates' : '';
    const codes = known.map(({ from }) => from).join(', ');
    sentences.push(`Prices in ${codes} are converted to ${display} at each day's ECB rate${cross}.`);
  }
  if (unknown.length > 0)
    sentences.push(`Prices in ${unknown.join(', ')} stay in their currency: no daily rates are known.`);
  return sentences.join(' ');
}
