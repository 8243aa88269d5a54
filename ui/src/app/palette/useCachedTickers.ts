import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TickerRow } from '~/api/types';

const isRow = (value: unknown): value is TickerRow =>
  typeof value === 'object' && value !== null && 'symbol' in value && 'spark' in value;

/** Returns the tickers that were in the query cache when the palette was opened. */
export function useCachedTickers(): readonly TickerRow[] {
  const client = useQueryClient();
  const [cached] = useState(() =>
    client.getQueriesData({ queryKey: ['tickers'] }).flatMap(([, data]) => [data].flat().filter(isRow)),
  );
  return cached;
}
