import { QueryClient, queryOptions } from '@tanstack/react-query';
import { connectivity } from '~/state/connectivity';
import { setServerTime } from '~/state/serverClock';
import { addressOf, call } from './call';
import { ApiError, request, UnreachableError } from './client';
import { keyOf } from './firstAnswers';
import type { AnswerOf, ParametersOf, PathOf } from './paths';
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
const MINUTE = 60 * SECOND;

type Get<P extends PathOf<'get'>> = Omit<ParametersOf<P, 'get'>, 'payload'>;

/** A plain GET; the key is the call in its parts, so that `['tickers']` invalidates all of them. */
function get<P extends PathOf<'get'>>(path: P, ...[options]: object extends Get<P> ? [Get<P>?] : [Get<P>]) {
  const address = addressOf(path, options);
  return queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => request(address, { signal }) as Promise<AnswerOf<P, 'get'>>,
    meta: { call: address },
  });
}

/** A query that a route may name: one of a plain GET. */
export interface DeclaredQuery {
  meta?: Record<string, unknown>;
}

/** The call of a query, below `/api/`: `tickers/AAPL`. */
export function callOf({ meta }: DeclaredQuery): string {
  if (typeof meta?.call !== 'string') throw new Error('only the query of a plain GET has a call');
  return meta.call;
}

/** What is read of a query to say when it is asked again. */
interface PolledQuery {
  state: { data: unknown; error: unknown; dataUpdateCount: number; errorUpdateCount: number };
}

interface MaybeEmpty {
  price?: unknown;
  extended?: { points?: unknown[] } | null;
}

/** Nothing there yet: an empty list, nothing that has a price, a day without the prices around its session, a reading that nobody has. */
function isEmpty({ data, error }: PolledQuery['state']): boolean {
  // What came too late may be there soon, as what is not there yet. After an outage everything is asked again anyhow.
  if (!data) {
    if (error instanceof ApiError) return error.status === 404;
    return error !== null && !(error instanceof UnreachableError);
  }
  return [data]
    .flat()
    .every((one: MaybeEmpty | null) => !one || one.price === null || one.extended?.points?.length === 0);
}

/**
 * The usual interval. A server in its first minute is still being filled, so what came back empty is asked
 * for again after 3 s, and after twice as long each time.
 */
export const pollFasterWhileEmpty = (usual: number) => {
  return ({ state }: PolledQuery) => {
    const again = state.dataUpdateCount + state.errorUpdateCount - 1;
    return isEmpty(state) ? Math.min(usual, 3 * SECOND * 2 ** again) : usual;
  };
};

export const configQuery = get('/api/config');
export const sessionQuery = {
  ...queryOptions({
    queryKey: ['market-session'],
    queryFn: async ({ signal }) => {
      const session = await call('get', '/api/market-session', { signal });
      // An answer from the browser's store says what time it was then.
      if (connectivity.get().reachable) setServerTime(Date.parse(session.now));
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
export const providersQuery = { ...get('/api/providers'), refetchInterval: 30 * SECOND };

/** News and calendars go on in a tab that stays open, and are asked for again by who comes back to them. */
const NEWS = { refetchInterval: pollFasterWhileEmpty(5 * MINUTE), staleTime: MINUTE };
const CALENDAR = { refetchInterval: pollFasterWhileEmpty(30 * MINUTE), staleTime: 5 * MINUTE };
export const newsQuery = { ...get('/api/news'), ...NEWS };
/** Filtered by the server, which knows more than the newest. */
export const filteredNewsQuery = (filter: NonNullable<Get<'/api/news'>['query']>) => ({
  ...get('/api/news', { query: filter }),
  ...NEWS,
});
/** Stories about tickers of these types, with commas between; 'none' are stories about no ticker. */
export const newsOfTypesQuery = (types: string) => filteredNewsQuery({ tickerType: types });
export const tickerNewsQuery = (tickerId: number) => filteredNewsQuery({ tickerId });
export const icosQuery = { ...get('/api/icos'), refetchInterval: pollFasterWhileEmpty(5 * MINUTE) };
export const earningsQuery = { ...get('/api/earnings'), ...CALENDAR };
export const earningsOfQuery = (symbol: string) => ({
  ...get('/api/earnings', { query: { symbol } }),
  ...CALENDAR,
});
/** Of all payers, three months back and all that are known to come. */
export const dividendCalendarQuery = { ...get('/api/dividends'), ...CALENDAR };
export const economyQuery = { ...get('/api/economic-events'), ...CALENDAR };
export const holidaysQuery = get('/api/exchange-holidays');

/** Without null, which the server writes in the place of a symbol that nobody knows. */
const knownRows = (rows: readonly (T.TickerRow | null)[]) => rows.filter((row) => row !== null);
export const tickersQuery = (type?: T.TickerType) => ({
  ...get('/api/tickers', type ? { query: { type } } : {}),
  select: knownRows,
});
/** Tickers by symbol, in that order; a symbol that nobody knows is left out. */
export const tickersBySymbolQuery = (symbols: readonly string[]) => ({
  ...get('/api/tickers', { query: { symbols: symbols.join() } }),
  select: knownRows,
  staleTime: 15 * SECOND,
  enabled: symbols.length > 0,
});
/** The tickers that events or stories are about, each once, and asked for alike in whatever order they stand. */
export const tickersForItemsQuery = (items: readonly { symbol: string | null }[]) =>
  tickersBySymbolQuery([...new Set(items.flatMap(({ symbol }) => symbol ?? []))].sort());
/** From which changes over a month and since the year began are counted. */
export const periodClosesQuery = (type: T.TickerType) => ({
  ...get('/api/period-closes', { query: { type } }),
  staleTime: MINUTE,
  refetchInterval: 30 * MINUTE,
});
export const etfsQuery = tickersQuery('etf');
export const tickerQuery = (symbol: string) => get('/api/tickers/{symbol}', { path: { symbol } });
/** By what the address says; the server refuses what is no number. */
export const tickerByIdQuery = (id: string) =>
  get('/api/tickers/id/{id}', { path: { id: id as unknown as number } });
/** A class of shares as most write it; here it has a hyphen: 'BRK.B'. */
const SHARE_CLASS = /^[a-z]+\.[a-z]$/i;

/** SRCH-01, SRCH-04: found tickers; a failure is logged. */
export const tickerSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['tickers', 'search', text],
    staleTime: 60 * SECOND,
    gcTime: 60 * SECOND,
    queryFn: async ({ signal }): Promise<T.TickerHit[]> => {
      const find = (words: string) => call('get', '/api/tickers/search', { query: { q: words }, signal });
      try {
        const hits = await find(text);
        return hits.length === 0 && SHARE_CLASS.test(text) ? await find(text.replace('.', '-')) : hits;
      } catch (cause) {
        if (!signal.aborted) console.error('Ticker search failed', cause);
        throw cause;
      }
    },
  });
/** What the providers' search finds; asked for once per text. */
export const symbolsQuery = (text: string) => ({
  ...get('/api/symbols', { query: { query: text } }),
  staleTime: 5 * MINUTE,
});
/** The prices of what it finds. */
export const symbolPricesQuery = (text: string) => ({
  ...get('/api/symbols/prices', { query: { query: text } }),
  staleTime: MINUTE,
});
export const relatedQuery = (symbol: string) => get('/api/tickers/{symbol}/related', { path: { symbol } });
export const dividendsQuery = (tickerId: number) => ({
  ...get('/api/tickers/{id}/dividends', { path: { id: tickerId } }),
  enabled: tickerId > 0,
});
export const splitsQuery = (tickerId: number) => get('/api/tickers/{id}/splits', { path: { id: tickerId } });
/** By its symbol, where nothing else of the ticker is asked for. */
export const sessionLineBySymbolQuery = (symbol: string) => ({
  ...get('/api/tickers/{id}/session-line', { path: { id: symbol as unknown as number } }),
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE),
});
/** `extended` with the prices from before and after the session. */
export const sessionLineQuery = (tickerId: number, extended?: true) => ({
  ...get('/api/tickers/{id}/session-line', {
    path: { id: tickerId },
    ...(extended && { query: { extended } }),
  }),
  enabled: tickerId > 0,
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE),
});

export interface HistoryOptions {
  /** The server's choice where it is missing. */
  interval?: T.Interval;
  /** How many points a chart has room for. */
  points?: number;
  /** With what candles and volume need. */
  bars?: true;
  /** What lies before the timeframe, in its stead. */
  earlier?: true;
  /** With the price that the timeframe's change counts from, at the first point. */
  base?: true;
}

/** CHRT-07: asked only for a real id; a failure is logged and leaves the series so far. */
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

/** Bars of a ticker, merged into `points` at most. */
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

/** What a person keeps may be changed on another device: asked for by who comes back to it, and once a minute. */
const USER_DATA = { staleTime: 5 * SECOND, refetchInterval: MINUTE, refetchOnWindowFocus: 'always' } as const;
/** There is no sign-in: every watchlist belongs to user 1 (WTCH-03). */
export const USER_ID = 1;
export const watchlistsQuery = { ...get('/api/watchlists', { query: { userId: USER_ID } }), ...USER_DATA };
export const watchlistTickersQuery = (id: number) => ({
  ...get('/api/watchlists/{id}/tickers', { path: { id } }),
  ...USER_DATA,
});
/** What was chosen for every device. */
export const settingsQuery = { ...get('/api/settings'), ...USER_DATA };
export const alertsQuery = { ...get('/api/alerts'), ...USER_DATA };
/** What an alert would have reported in the past year. */
export const alertBacktestQuery = (query: ParametersOf<'/api/alert-backtest', 'get'>['query']) =>
  get('/api/alert-backtest', { query });
export const alertHistoryQuery = { ...get('/api/alerts/history'), ...USER_DATA };
export const alertChannelsQuery = { ...get('/api/alert-channels'), ...USER_DATA };
/** The newest attempts to deliver what alerts reported; those of one alert, or of all. */
export const alertDeliveriesQuery = (alert?: number) => ({
  ...get('/api/alert-deliveries', { query: alert === undefined ? {} : { alert } }),
  ...USER_DATA,
});
/** Every board, in the order in which they follow one another. A wall follows within 15 s what was changed at a desk. */
export const boardsQuery = { ...get('/api/boards'), staleTime: 5 * SECOND, refetchInterval: 15 * SECOND };
