import { useMemo } from 'react';
import { priceHistoryQuery, tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import type { Day } from '~/market/day';
import { SP500 } from '~/market/marketTickers';
import { movesByDay } from './moves';

/** The daily percent changes of the S&P 500 over a year; empty until loaded. */
export function useIndexMoves(): ReadonlyMap<Day, number> {
  const { data: index } = useQuery(tickerQuery(SP500));
  const { data: closes } = useQuery({
    ...priceHistoryQuery(index?.id ?? 0, '1Y', { interval: '1d' }),
    staleTime: 10 * 60_000,
  });
  return useMemo(() => movesByDay(closes ?? []), [closes]);
}
