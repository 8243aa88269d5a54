import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { priceHistoryQuery } from '~/api/queries';
import type { TickerRow, Timeframe } from '~/api/types';
import { useMarketNow } from '~/api/useMarketNow';
import { compare, keptPoints } from '~/market/comparison';

/** STCK-04: the price histories of stocks over a range, rebased; `missing` could not be had. */
export function useComparison(stocks: readonly TickerRow[], range: Timeframe) {
  const year = new Date(useMarketNow()).getUTCFullYear();
  const queries = useQueries({
    // '1D keeps the last 24 points' means hours.
    queries: stocks.map(({ id }) => priceHistoryQuery(id, range, range === '1D' ? '1h' : undefined)),
  });
  const loading = queries.some(({ isFetching }) => isFetching);
  const stamp = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const symbols = stocks.map(({ symbol }) => symbol).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamps stand for the answers.
  const comparison = useMemo(
    () =>
      compare(
        stocks.map(({ symbol }, index) => ({
          symbol,
          points: keptPoints(queries[index]?.data ?? [], range, String(year)),
        })),
      ),
    [stamp, symbols, range, year],
  );
  const missing = stocks.filter((_, index) => queries[index]?.data?.length === 0).map(({ symbol }) => symbol);
  const reload = () => queries.forEach((query) => void query.refetch());
  return { comparison, loading, missing, reload, pending: queries.some(({ isPending }) => isPending) };
}
