import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, request } from './client';
import type * as T from './types';

/**
 * A query is a value: key, function and timing together, so that a component says only
 * `useQuery(trendingQuery)`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // API-03. `networkMode` always: a home server answers when the internet does not.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const SECOND = 1000;

/** A plain GET; the key is the call in its parts, so that `['tickers']` invalidates all of them. */
function read<A>(call: string) {
  return queryOptions({
    queryKey: call.split(/[/?]/),
    queryFn: ({ signal }) => request<A>(call, { signal }),
  });
}

/** What is read of a query to say when it is asked again. */
interface Asked {
  state: { data: unknown; error: unknown; dataUpdateCount: number; errorUpdateCount: number };
}

/** Nothing there yet: an empty list, nothing that has a price, a reading that nobody has. */
function isEmpty({ data, error }: Asked['state']): boolean {
  if (!data) return error instanceof ApiError && error.status === 404;
  return [data].flat().every((part: { price?: unknown }) => part.price === null);
}

/**
 * The usual interval. A server in its first minute is still being filled, so what came back bare is asked
 * for again after 3 s, and after twice as long each time.
 */
export const pollFasterWhileEmpty = (usual: number) => {
  return ({ state }: Asked) => {
    const again = state.dataUpdateCount + state.errorUpdateCount - 1;
    return isEmpty(state) ? Math.min(usual, 3 * SECOND * 2 ** again) : usual;
  };
};

export const configQuery = read<T.AppConfig>('config');
export const sessionQuery = {
  ...read<T.MarketSession>('market-session'),
  refetchInterval: 60 * SECOND,
  staleTime: 30 * SECOND,
};
export const trendingQuery = {
  ...read<T.TickerRow[]>('tickers/trending'),
  refetchInterval: pollFasterWhileEmpty(30 * SECOND),
  staleTime: 15 * SECOND,
};
export const overviewQuery = {
  ...read<T.OverviewItem[]>('market-overview'),
  refetchInterval: pollFasterWhileEmpty(60 * SECOND),
};
export const fearGreedQuery = {
  ...read<T.FearGreed>('fear-greed'),
  refetchInterval: pollFasterWhileEmpty(10 * 60 * SECOND),
};
export const icosQuery = { ...read<T.Ico[]>('icos'), refetchInterval: pollFasterWhileEmpty(5 * 60 * SECOND) };
export const newsQuery = read<T.NewsItem[]>('news');
export const earningsQuery = read<T.EarningsEvent[]>('earnings');
export const commoditiesQuery = { ...read<T.TickerRow[]>('tickers/commodities'), staleTime: 30 * SECOND };
export const providersQuery = {
  ...read<T.ProviderHealth[]>('providers'),
  refetchInterval: 30 * SECOND,
};

export const tickersQuery = (type?: T.TickerType) =>
  read<T.TickerRow[]>(type ? `tickers?type=${type}` : 'tickers');
export const etfsQuery = read<T.EtfRow[]>('tickers?type=etf');
export const tickerQuery = (symbol: string) => read<T.TickerDetail>(`tickers/${encodeURIComponent(symbol)}`);
export const tickerByIdQuery = (id: string) => read<T.TickerDetail>(`tickers/id/${encodeURIComponent(id)}`);
/** A class of shares as most write it; here it has a hyphen: 'BRK.B'. */
const SHARE_CLASS = /^[a-z]+\.[a-z]$/i;

/** SRCH-01, SRCH-04: found tickers; a failure is logged. */
export const tickerSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['tickers', 'search', text],
    staleTime: 60 * SECOND,
    gcTime: 60 * SECOND,
    queryFn: async ({ signal }): Promise<T.TickerHit[]> => {
      const find = (words: string) =>
        request<T.TickerHit[]>(`tickers/search?q=${encodeURIComponent(words)}`, { signal });
      try {
        const hits = await find(text);
        return hits.length === 0 && SHARE_CLASS.test(text) ? await find(text.replace('.', '-')) : hits;
      } catch (cause) {
        if (!signal.aborted) console.error('Ticker search failed', cause);
        throw cause;
      }
    },
  });
export const relatedQuery = (symbol: string) =>
  read<T.TickerRow[]>(`tickers/${encodeURIComponent(symbol)}/related`);
/** Filtered by the server, which knows more than the newest: 'sentiment=positive', 'tickerType=etf,none'. */
export const filteredNewsQuery = (filter: string) => read<T.NewsItem[]>(`news?${filter}`);
export const tickerNewsQuery = (tickerId: number) => read<T.NewsItem[]>(`news?tickerId=${tickerId}`);
export const dividendsQuery = (tickerId: number) => ({
  ...read<T.Dividend[]>(`tickers/${tickerId}/dividends`),
  enabled: tickerId > 0,
});
export const sessionLineQuery = (tickerId: number) => ({
  ...read<T.SessionLine>(`tickers/${tickerId}/session-line`),
  enabled: tickerId > 0,
  refetchInterval: pollFasterWhileEmpty(5 * 60 * SECOND),
});

/** CHRT-07: asked only for a real id; a failure is logged and reads as the series so far, empty at first. */
export function priceHistoryQuery(tickerId: number, timeframe: T.Timeframe, interval?: T.Interval) {
  const call = `tickers/${tickerId}/price-history?timeframe=${timeframe}${interval ? `&interval=${interval}` : ''}`;
  return queryOptions({
    queryKey: ['tickers', tickerId, 'price-history', timeframe, interval ?? 'default'],
    enabled: tickerId > 0,
    queryFn: async ({ client, queryKey, signal }): Promise<T.PricePoint[]> => {
      try {
        return await request<T.PricePoint[]>(call, { signal });
      } catch (cause) {
        if (!signal.aborted) console.error('Failed to fetch price history', cause);
        return client.getQueryData<T.PricePoint[]>(queryKey) ?? [];
      }
    },
  });
}

/** There is no sign-in: every watchlist belongs to user 1 (WTCH-03). */
export const USER_ID = 1;
export const watchlistsQuery = read<T.Watchlist[]>(`watchlists?userId=${USER_ID}`);
export const watchlistTickersQuery = (id: number) => read<T.WatchlistTickers>(`watchlists/${id}/tickers`);
export const alertsQuery = read<T.Alert[]>('alerts');
export const alertHistoryQuery = read<T.AlertReport[]>('alerts/history');
export const alertChannelsQuery = read<T.AlertChannel[]>('alert-channels');
