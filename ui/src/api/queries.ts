import { QueryClient, queryOptions } from '@tanstack/react-query';
import { setServerTime } from '~/state/clock';
import { connectivity } from '~/state/connectivity';
import { call, callUrl } from './call';
import { ApiError, request, UnreachableError } from './client';
import type { ParametersOf, PathOf, ResponseOf } from './paths';
import type * as T from './types';

/**
 * Creates the query client. Queries are values (key, function and timing together), so a component only writes
 * `useQuery(trendingQuery)`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // API-03: defaults of all queries. With `networkMode: 'always'` a home server is reachable without internet access.
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
const MINUTE = 60 * SECOND;

type Get<P extends PathOf<'get'>> = Omit<ParametersOf<P, 'get'>, 'payload'>;

/** Returns the query key of a call, which consists of its parts: `['tickers', 'AAPL']` for `tickers/AAPL`. */
export const queryKeyOf = (call: string): string[] => call.split(/[/?]/);

/** Returns the query of a GET without further options. Its key is the call's parts, so `['tickers']` invalidates all ticker calls. */
function get<P extends PathOf<'get'>>(path: P, ...[options]: object extends Get<P> ? [Get<P>?] : [Get<P>]) {
  const url = callUrl(path, options);
  return queryOptions({
    queryKey: queryKeyOf(url),
    queryFn: ({ signal }) => request(url, { signal }) as Promise<ResponseOf<P, 'get'>>,
    meta: { call: url },
  });
}

/** A query that a route can declare: a plain GET. */
export interface DeclaredQuery {
  meta?: Record<string, unknown>;
}

/** Returns the call of a query, relative to `/api/`: `tickers/AAPL`. */
export function callOf({ meta }: DeclaredQuery): string {
  if (typeof meta?.call !== 'string') throw new Error('only a query created by get() has a call');
  return meta.call;
}

/** The fields of a query that decide when it polls again. */
interface PolledQuery {
  state: { data: unknown; error: unknown; dataUpdateCount: number; errorUpdateCount: number };
}

interface MaybeEmpty {
  price?: unknown;
  extended?: { points?: unknown[] } | null;
}

/** Returns true for an empty list, a list without prices, a day without extended hours, or a 404 for a reading. */
function isEmpty({ data, error }: PolledQuery['state']): boolean {
  // A timeout counts as empty. An unreachable server does not, because everything is refetched after an outage.
  if (!data) {
    if (error instanceof ApiError) return error.status === 404;
    return error !== null && !(error instanceof UnreachableError);
  }
  return [data]
    .flat()
    .every((one: MaybeEmpty | null) => !one || one.price === null || one.extended?.points?.length === 0);
}

/**
 * Returns the poll interval: `interval`, but for empty results 3 s, doubling each time, because a server collects its data during its
 * first minutes.
 */
export const pollFasterWhileEmpty = (interval: number) => {
  return ({ state }: PolledQuery) => {
    const retries = state.dataUpdateCount + state.errorUpdateCount - 1;
    return isEmpty(state) ? Math.min(interval, 3 * SECOND * 2 ** retries) : interval;
  };
};

export const configQuery = get('/api/config');
export const sessionQuery = {
  ...queryOptions({
    queryKey: ['market-session'],
    queryFn: async ({ signal }) => {
      const session = await call('get', '/api/market-session', { signal });
      // A response from the browser's cache has an old time.
      if (connectivity.get().isReachable) setServerTime(Date.parse(session.now));
      return session;
    },
  }),
  refetchInterval: 60 * SECOND,
  staleTime: 30 * SECOND,
};
export const trendingQuery = {
  ...get('/api/tickers/trending'),
  refetchInterval: pollFasterWhileEmpty(30 * SECOND),
  staleTime: 15 * SECOND,
};
export const overviewQuery = {
  ...get('/api/market-overview'),
  refetchInterval: pollFasterWhileEmpty(60 * SECOND),
};
export const breadthQuery = {
  ...get('/api/market-breadth'),
  refetchInterval: pollFasterWhileEmpty(60 * SECOND),
};
export const exchangeSessionsQuery = { ...get('/api/exchange-sessions'), refetchInterval: 30 * MINUTE };
export const fearGreedQuery = {
  ...get('/api/fear-greed'),
  refetchInterval: pollFasterWhileEmpty(10 * MINUTE),
};
export const commoditiesQuery = { ...get('/api/tickers/commodities'), staleTime: 30 * SECOND };
export const statusQuery = { ...get('/api/status'), staleTime: 0, refetchInterval: 10 * SECOND };
export const sourcesQuery = { ...get('/api/sources'), refetchInterval: 30 * SECOND };
export const providersQuery = { ...get('/api/providers'), refetchInterval: 30 * SECOND };

/** Polling of news and calendars. */
const NEWS = { refetchInterval: pollFasterWhileEmpty(5 * MINUTE), staleTime: MINUTE };
const CALENDAR = { refetchInterval: pollFasterWhileEmpty(30 * MINUTE), staleTime: 5 * MINUTE };
export const newsQuery = { ...get('/api/news'), ...NEWS };
/** News filtered by the server, which also searches older articles. */
export const filteredNewsQuery = (filter: NonNullable<Get<'/api/news'>['query']>) => ({
  ...get('/api/news', { query: filter }),
  ...NEWS,
});
/** Articles about tickers of these types (comma-separated); 'none' means articles without a ticker. */
export const newsOfTypesQuery = (types: string) => filteredNewsQuery({ tickerType: types });
export const tickerNewsQuery = (tickerId: number) => filteredNewsQuery({ tickerId });
export const icosQuery = { ...get('/api/icos'), refetchInterval: pollFasterWhileEmpty(5 * MINUTE) };
export const earningsQuery = { ...get('/api/earnings'), ...CALENDAR };
export const earningsOfQuery = (symbol: string) => ({
  ...get('/api/earnings', { query: { symbol } }),
  ...CALENDAR,
});
/** Dividends of all tickers, of the last three months and all known future ones. */
export const dividendCalendarQuery = { ...get('/api/dividends'), ...CALENDAR };
/** Daily rates of a currency in another since a day (`2026-01-01`). */
export const exchangeRatesQuery = (from: string, to: string, since: string) => ({
  ...get('/api/exchange-rates', { query: { from, to, since } }),
  refetchInterval: 30 * MINUTE,
  staleTime: 5 * MINUTE,
});
export const yieldCurveQuery = {
  ...get('/api/yield-curve'),
  refetchInterval: 30 * MINUTE,
  staleTime: 5 * MINUTE,
};
export const economyQuery = { ...get('/api/economic-events'), ...CALENDAR };
export const holidaysQuery = get('/api/exchange-holidays');

/** Drops the nulls that the server returns for unknown symbols. */
const knownRows = (rows: readonly (T.TickerRow | null)[]) => rows.filter((row) => row !== null);
export const tickersQuery = (type?: T.TickerType) => ({
  ...get('/api/tickers', type ? { query: { type } } : {}),
  select: knownRows,
});
/** Tickers in the order of `symbols`; unknown symbols are omitted. */
export const tickersBySymbolQuery = (symbols: readonly string[]) => ({
  ...get('/api/tickers', { query: { symbols: symbols.join() } }),
  select: knownRows,
  staleTime: 15 * SECOND,
  enabled: symbols.length > 0,
});
/** The tickers of events or articles, deduplicated and sorted, so that the order doesn't change the query. */
export const tickersForItemsQuery = (items: readonly { symbol: string | null }[]) =>
  tickersBySymbolQuery([...new Set(items.flatMap(({ symbol }) => symbol ?? []))].sort());
/** The closes to which one-month and year-to-date changes are relative. */
export const periodClosesQuery = (type: T.TickerType) => ({
  ...get('/api/period-closes', { query: { type } }),
  staleTime: MINUTE,
  refetchInterval: 30 * MINUTE,
});
/** The prices of the current or last trading day, step by step, of all tickers or of a type. */
export const replayQuery = (type: T.TickerType | undefined) => ({
  ...get('/api/replay', type && { query: { type } }),
  staleTime: MINUTE,
});
export const etfsQuery = tickersQuery('etf');
export const tickerQuery = (symbol: string) => get('/api/tickers/{symbol}', { path: { symbol } });
/** A ticker by the id in the URL; the server rejects an id that is not a number. */
export const tickerByIdQuery = (id: string) =>
  get('/api/tickers/id/{id}', { path: { id: id as unknown as number } });
/** A share class as most people write it ('BRK.B'); symbols of the server have a hyphen instead. */
const SHARE_CLASS = /^[a-z]+\.[a-z]$/i;

/** SRCH-01, SRCH-04: ticker search; failures are logged. */
export const tickerSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['tickers', 'search', text],
    staleTime: 60 * SECOND,
    gcTime: 60 * SECOND,
    queryFn: async ({ signal }): Promise<T.TickerHit[]> => {
      const search = (query: string) => call('get', '/api/tickers/search', { query: { q: query }, signal });
      try {
        const hits = await search(text);
        return hits.length === 0 && SHARE_CLASS.test(text) ? await search(text.replace('.', '-')) : hits;
      } catch (cause) {
        if (!signal.aborted) console.error('Ticker search failed', cause);
        throw cause;
      }
    },
  });
/** Results of the providers' search. */
export const symbolsQuery = (text: string) => ({
  ...get('/api/symbols', { query: { query: text } }),
  staleTime: 5 * MINUTE,
});
/** Prices of the search results. */
export const symbolPricesQuery = (text: string) => ({
  ...get('/api/symbols/prices', { query: { query: text } }),
  staleTime: MINUTE,
});
export const relatedQuery = (symbol: string) => get('/api/tickers/{symbol}/related', { path: { symbol } });
export const dividendsQuery = (tickerId: number) => ({
  ...get('/api/tickers/{id}/dividends', { path: { id: tickerId } }),
  enabled: tickerId > 0,
});
/** Ratios follow the price, and reports appear once a quarter. */
export const fundamentalsQuery = (tickerId: number) => ({
  ...get('/api/tickers/{id}/fundamentals', { path: { id: tickerId } }),
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});
export const filingsQuery = (tickerId: number) => ({
  ...get('/api/tickers/{id}/filings', { path: { id: tickerId } }),
  staleTime: MINUTE,
  refetchInterval: 30 * MINUTE,
});
/** The listings of a ticker's instrument at other exchanges, which rarely change. */
export const listingsQuery = (tickerId: number) => ({
  ...get('/api/tickers/{id}/listings', { path: { id: tickerId } }),
  staleTime: 10 * MINUTE,
  retry: false,
});
export const splitsQuery = (tickerId: number) => get('/api/tickers/{id}/splits', { path: { id: tickerId } });
/** Session line by symbol, for components that need nothing else of the ticker. */
export const sessionLineBySymbolQuery = (symbol: string) => ({
  ...get('/api/tickers/{id}/session-line', { path: { id: symbol as unknown as number } }),
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE),
});
/** Session line by id; `extended` includes pre-market and after-hours prices. */
export const sessionLineQuery = (tickerId: number, extended?: true) => ({
  ...get('/api/tickers/{id}/session-line', {
    path: { id: tickerId },
    ...(extended && { query: { extended } }),
  }),
  enabled: tickerId > 0,
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE),
});

export interface HistoryOptions {
  /** The length of a bar; chosen by the server if undefined. */
  interval?: T.Interval;
  /** Number of points that fit into the chart. */
  points?: number;
  /** Includes OHLC and volume. */
  bars?: true;
  /** Returns the data before the timeframe instead. */
  earlier?: true;
  /** Adds to the first point the base price, to which the timeframe's change is relative. */
  base?: true;
}

/** CHRT-07: disabled without a valid id; failures are logged and keep the previous data. */
export function priceHistoryQuery(tickerId: number, timeframe: T.Timeframe, options: HistoryOptions = {}) {
  const query = { timeframe, ...options };
  return queryOptions({
    queryKey: ['tickers', tickerId, 'price-history', query],
    enabled: tickerId > 0,
    queryFn: async ({ signal }): Promise<T.HistoryPoint[]> => {
      try {
        const path = { id: tickerId };
        return (await call('get', '/api/tickers/{id}/price-history', {
          path,
          query,
          signal,
        })) as T.HistoryPoint[];
      } catch (cause) {
        if (!signal.aborted) console.error('Failed to fetch price history', cause);
        throw cause;
      }
    },
  });
}

/** Bars of a ticker, merged into at most `points`. */
export const barsQuery = (
  tickerId: number,
  timeframe: T.Timeframe,
  points: number,
  interval?: T.Interval,
) => ({
  ...get('/api/tickers/{id}/bars', { path: { id: tickerId }, query: { timeframe, points, interval } }),
  enabled: tickerId > 0,
  staleTime: 60 * MINUTE,
});

/** Polling of user data, which may change on another device: on focus and once a minute. */
const USER_DATA = { staleTime: 5 * SECOND, refetchInterval: MINUTE, refetchOnWindowFocus: 'always' } as const;
/** The user's watchlists, then those that other people share. */
export const watchlistsQuery = { ...get('/api/watchlists'), ...USER_DATA };
export const watchlistTickersQuery = (id: number) => ({
  ...get('/api/watchlists/{id}/tickers', { path: { id } }),
  ...USER_DATA,
});
/** Holdings in a ticker, in all lists. */
export const holdingsOfTickerQuery = (symbol: string) => ({
  ...get('/api/holdings', { query: { symbol } }),
  ...USER_DATA,
});
/** Holdings in one list or in all lists. */
export const holdingsQuery = (listId?: number) => {
  const url = listId === undefined ? 'holdings' : `watchlists/${listId}/holdings`;
  return {
    ...queryOptions({
      queryKey: queryKeyOf(url),
      queryFn: ({ signal }) => request(url, { signal }) as Promise<T.Holdings>,
      meta: { call: url },
    }),
    ...USER_DATA,
  };
};
const holdingsPart = <Result>(url: string) => ({
  ...queryOptions({
    queryKey: queryKeyOf(url),
    queryFn: ({ signal }) => request(url, { signal }) as Promise<Result>,
    meta: { call: url },
  }),
  ...USER_DATA,
  refetchInterval: 15 * MINUTE,
});
/** The value of the holdings on each day of a range, next to an index unless `benchmark` is empty. */
export const holdingsHistoryQuery = (listId: number | undefined, range: string, benchmark: string) =>
  holdingsPart<T.HoldingsHistory>(
    `holdings/history?${new URLSearchParams({
      ...(listId !== undefined && { watchlistId: String(listId) }),
      range,
      ...(benchmark && { benchmark }),
    })}`,
  );
/** Expected dividends by month. */
export const holdingsIncomeQuery = (listId: number | undefined) =>
  holdingsPart<T.ExpectedIncome>(`holdings/income${listId === undefined ? '' : `?watchlistId=${listId}`}`);
/** Maximum number of tickers in a response of the screener. */
export const MAX_SCREENER_ROWS = 500;
/** The tickers that match a screen; `query` has the parameters of `/api/screener`, some of them several times. */
export const screenerQuery = (query: string) => {
  const url = `screener?${query ? `${query}&` : ''}limit=${MAX_SCREENER_ROWS}`;
  return {
    ...queryOptions({
      queryKey: queryKeyOf(url),
      queryFn: ({ signal }) => request(url, { signal }) as Promise<T.ScreenerResult>,
      meta: { call: url },
    }),
    staleTime: 15 * SECOND,
    // The histories of a new server are read in the background.
    refetchInterval: ({ state }: { state: { data: T.ScreenerResult | undefined } }) =>
      (state.data?.pending ?? 0) > 0 ? 5 * SECOND : MINUTE,
  };
};
export const screensQuery = { ...get('/api/screens'), ...USER_DATA };
export const notesQuery = (symbol: string) => ({
  ...get('/api/notes', { query: { symbol } }),
  ...USER_DATA,
});
/** The user's drawings on the price charts of a ticker, oldest first. */
export const drawingsQuery = (symbol: string) => ({
  ...get('/api/drawings', { query: { symbol } }),
  ...USER_DATA,
});
/** The settings for all devices. */
export const settingsQuery = { ...get('/api/settings'), ...USER_DATA };
export const alertsQuery = { ...get('/api/alerts'), ...USER_DATA };
/** Backtest: what an alert would have reported in the past year. */
export const alertBacktestQuery = (query: ParametersOf<'/api/alert-backtest', 'get'>['query']) =>
  get('/api/alert-backtest', { query });
export const alertHistoryQuery = { ...get('/api/alerts/history'), ...USER_DATA };
export const alertChannelsQuery = { ...get('/api/alert-channels'), ...USER_DATA };
/** The latest delivery attempts, of one alert or of all. */
export const alertDeliveriesQuery = (alert?: number) => ({
  ...get('/api/alert-deliveries', { query: alert === undefined ? {} : { alert } }),
  ...USER_DATA,
});
/** All chart layouts, in order of their names. */
export const chartLayoutsQuery = { ...get('/api/chart-layouts'), ...USER_DATA };
/** All boards in rotation order. A wall display shows changes within 15 s. */
export const boardsQuery = { ...get('/api/boards'), staleTime: 5 * SECOND, refetchInterval: 15 * SECOND };
