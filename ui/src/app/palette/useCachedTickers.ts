import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TickerRow } from '~/api/types';

const isRow = (each: unknown): each is TickerRow =>
  typeof each === 'object' && each !== null && 'symbol' in each && 'spark' in each;

/** Returns the tickers that were in the query cache when the palette was opened. */
export function useCachedTickers(): readonly TickerRow[] {
  const client = useQueryClient();
  const [cached] = useState(() =>
    client.getQueriesData({ queryKey: ['tickers'] }).flatMap(([, data]) => [data].flat().filter(isRow)),
  );
  return cached;
}
