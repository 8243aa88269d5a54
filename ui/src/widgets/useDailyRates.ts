import { useMemo } from 'react';
import { exchangeRatesQuery } from '~/api/queries';
import type { Timeframe } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useMarketNow } from '~/live/useMarketNow';
import { conversionNote, currenciesToConvert } from '~/market/dailyRates';
import { type Convertible, displayCurrencyOf } from '~/market/displayCurrency';

/** The first day of the reference rates. */
const FIRST_DAY = '1999-01-04';

/**
 * The daily rates that convert compared tickers to the display currency, and a sentence about the conversion; no rates if all
 * prices are in one currency.
 */
export function useDailyRates(tickers: readonly Convertible[], range: Timeframe) {
  const year = new Date(useMarketNow()).getUTCFullYear();
  const since = range === '5Y' || range === 'MAX' ? FIRST_DAY : `${year - 1}-01-01`;
  const display = displayCurrencyOf(tickers);
  const currencies = currenciesToConvert(tickers, display);
  const queries = useQueries({
    queries: currencies.map((from) => exchangeRatesQuery(from, display, since)),
  });
  const loaded = queries.map(({ data }) => data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the rates is a dependency of its own.
  const rates = useMemo(() => loaded.flatMap((each) => (each ? [each] : [])), [currencies.join(), ...loaded]);
  const pending = queries.some(({ isPending }) => isPending);
  return { rates, pending, note: pending ? undefined : conversionNote(currencies, rates, display) };
}
