import { useMemo } from 'react';
import { type HistoryOptions, priceHistoryQuery } from '~/api/queries';
import type { PricePoint, TickerRow, Timeframe } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useMarketNow } from '~/live/useMarketNow';
import { baseOf, compare, keptPoints } from '~/market/comparison';
import { convertHistory, ratesOf } from '~/market/dailyRates';
import { useDailyRates } from '../useDailyRates';

/** Refetch interval of the drawn prices, by range. */
const REFETCH_MS: Partial<Record<Timeframe, number>> = { '1D': 5 * 60_000, '7D': 15 * 60_000 };
const REFETCH_SLOWLY_MS = 60 * 60_000;

/** Intervals of ranges whose number of points is not specified. */
type FineRanges = Partial<Record<Timeframe, Pick<HistoryOptions, 'interval' | 'points'>>>;

/**
 * STCK-04: the price histories of tickers over a range, rebased; `missing` lists tickers without one. Ranges in `fine`
 * are drawn with all their points. Prices in several currencies are converted to the display currency at each day's rate, as stated in
 * `note`.
 */
export function useComparison(stocks: readonly TickerRow[], range: Timeframe, fine?: FineRanges) {
  const year = new Date(useMarketNow()).getUTCFullYear();
  const limited = (points: readonly PricePoint[]) =>
    fine ? [...points] : keptPoints(points, range, String(year));
  const { rates, note, pending: isRatePending } = useDailyRates(stocks, range);
  const queries = useQueries({
    queries: stocks.map(({ id }) => ({
      // The specified last 24 points of 1D are hours.
      ...priceHistoryQuery(id, range, {
        ...(fine?.[range] ?? (range === '1D' ? { interval: '1h' } : {})),
        base: true,
      }),
      // A range shows its cached data first and then the refetched data.
      staleTime: 0,
      refetchInterval: REFETCH_MS[range] ?? REFETCH_SLOWLY_MS,
    })),
  });
  const loading = queries.some(({ isFetching }) => isFetching);
  const stamp = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const symbols = stocks.map(({ symbol }) => symbol).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timestamps stand for the responses.
  const comparison = useMemo(
    () =>
      compare(
        stocks.map((stock, index) => {
          const { symbol } = stock;
          const own = queries[index]?.data ?? [];
          const ownRates = ratesOf(stock, rates);
          const all = ownRates ? convertHistory(own, ownRates) : own;
          const points = limited(all);
          return { symbol, points, base: baseOf(all, points) };
        }),
      ),
    [stamp, symbols, range, year, rates],
  );
  const missing = stocks
    .filter((_, index) => {
      const query = queries[index];
      return !query?.isPending && limited(query?.data ?? []).length === 0;
    })
    .map(({ symbol }) => symbol);
  const reload = () => queries.forEach((query) => void query.refetch());
  /** The currency of a line's prices, if it isn't the ticker's. */
  const currencyOf = (stock: TickerRow) => ratesOf(stock, rates)?.to;
  const pending = isRatePending || queries.some(({ isPending }) => isPending);
  return { comparison, loading, missing, reload, pending, note, currencyOf };
}
