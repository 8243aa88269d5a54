import { queryOptions } from '@tanstack/react-query';
import { call } from '~/api/call';
import type { Timeframe } from '~/api/types';

/** Refetch interval of past prices, by range. */
export const HISTORY_MS: Readonly<Record<TileRange, number>> = {
  '1D': 300_000,
  '1W': 900_000,
  '1M': 3_600_000,
  '1Y': 3_600_000,
};
export type TileRange = Extract<Timeframe, '1D' | '1W' | '1M' | '1Y'>;

const FEAR_GREED_MS = 600_000;

/** The fear and greed index of one market. */
export const fearGreedReadingOf = (market: string) => ({
  ...queryOptions({
    queryKey: ['fear-greed', market],
    queryFn: ({ signal }) => call('get', '/api/fear-greed', { query: { market }, signal }),
  }),
  refetchInterval: FEAR_GREED_MS,
});
