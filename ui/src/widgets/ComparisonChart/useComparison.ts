import { useMemo } from 'react';
import { type HistoryOptions, priceHistoryQuery } from '~/api/queries';
import type { PricePoint, TickerRow, Timeframe } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { useMarketNow } from '~/live/useMarketNow';
import { baseOf, compare, keptPoints } from '~/market/comparison';

/** Prices go on, and a day ends: what is drawn is asked for again now and then. */
const REFETCH_MS: Partial<Record<Timeframe, number>> = { '1D': 5 * 60_000, '7D': 15 * 60_000 };
const REFETCH_SLOWLY_MS = 60 * 60_000;

/** How ranges are asked for whose number of points nobody specified. */
type FineRanges = Partial<Record<Timeframe, Pick<HistoryOptions, 'interval' | 'points'>>>;

/**
 * STCK-04: the price histories of tickers over a range, rebased; `missing` could not be had. A range of `fine` is drawn with all
 * that it brings.
 */
export function useComparison(stocks: readonly TickerRow[], range: Timeframe, fine?: FineRanges) {
  const year = new Date(useMarketNow()).getUTCFullYear();
  const kept = (points: readonly PricePoint[]) =>
    fine ? [...points] : keptPoints(points, range, String(year));
  const queries = useQueries({
    queries: stocks.map(({ id }) => ({
      // '1D keeps the last 24 points' means hours.
      ...priceHistoryQuery(id, range, {
        ...(fine?.[range] ?? (range === '1D' ? { interval: '1h' } : {})),
        base: true,
      }),
      // Whoever comes back to a range sees it as it was, and then as it is.
      staleTime: 0,
      refetchInterval: REFETCH_MS[range] ?? REFETCH_SLOWLY_MS,
    })),
  });
  const loading = queries.some(({ isFetching }) => isFetching);
  const stamp = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const symbols = stocks.map(({ symbol }) => symbol).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamps stand for the answers.
  const comparison = useMemo(
    () =>
      compare(
        stocks.map(({ symbol }, index) => {
          const all = queries[index]?.data ?? [];
          const points = kept(all);
          return { symbol, points, base: baseOf(all, points) };
        }),
      ),
    [stamp, symbols, range, year],
  );
  const missing = stocks
    .filter((_, index) => {
      const query = queries[index];
      return !query?.isPending && kept(query?.data ?? []).length === 0;
    })
    .map(({ symbol }) => symbol);
  const reload = () => queries.forEach((query) => void query.refetch());
  return { comparison, loading, missing, reload, pending: queries.some(({ isPending }) => isPending) };
}
