import { afterEach, expect, test, vi } from 'vitest';
import { connectivity } from '~/state/connectivity';
import { CACHED_AT } from './cachedAt';
import { ApiError, request, SignInRequiredError, TIME_LIMIT_MS } from './client';
import {
  commoditiesQuery,
  createQueryClient,
  earningsQuery,
  fearGreedQuery,
  icosQuery,
  newsQuery,
  overviewQuery,
  pollFasterWhileEmpty,
  priceHistoryQuery,
  tickerNewsQuery,
  trendingQuery,
} from './queries';

afterEach(() => vi.unstubAllGlobals());

function respondWith(body: string | null, init: ResponseInit) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, init));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('API-02 an error message is the status, a colon, a space and the body', async () => {
  respondWith('No ticker called XYZ.', { status: 404 });
  await expect(request('tickers/XYZ')).rejects.toThrow('404: No ticker called XYZ.');
});

test('API-02 without a body the status text is used', async () => {
  respondWith('', { status: 503, statusText: 'Service Unavailable' });
  await expect(request('tickers')).rejects.toThrow('503: Service Unavailable');
});

test('API-02 a 401 is an error unless the caller accepts an empty result', async () => {
  respondWith('Sign in.', { status: 401 });
  await expect(request('tickers')).rejects.toThrow('401: Sign in.');
  await expect(request('tickers', { emptyOn401: true })).resolves.toBeNull();
});

test('API-02 credentials are always sent, the JSON content type only with a payload', async () => {
  const fetch = respondWith('{}', { status: 200 });
  await request('tickers');
  await request('watchlists', { method: 'POST', payload: { name: 'Mine' } });
  const [plain, posted] = fetch.mock.calls.map(([, init]) => init);
  expect(plain).toMatchObject({ method: 'GET', credentials: 'include' });
  expect(plain?.headers).toBeUndefined();
  expect(posted).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"name":"Mine"}',
    headers: { 'Content-Type': 'application/json' },
  });
});

test('a call without a response rejects and marks the server as unreachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(request('watchlists', { method: 'POST', payload: { name: 'Mine' } })).rejects.toThrow(
    "Couldn't reach the server.",
  );
  expect(connectivity.get().isReachable).toBe(false);
  respondWith('[]', { status: 200 });
  await request('tickers');
  expect(connectivity.get().isReachable).toBe(true);
});

test('a cached response does not count as a response of the server', async () => {
  respondWith('[]', { status: 200, headers: { [CACHED_AT]: '1000' } });
  await request('tickers');
  expect(connectivity.get()).toEqual({ isReachable: false, dataAsOf: 1000, isSignedOut: false });
  respondWith('Who?', { status: 404 });
  await expect(request('tickers/X')).rejects.toThrow();
  expect(connectivity.get().isReachable).toBe(true);
});

const TOO_SLOW = { message: 'The server took longer than 15 seconds to respond.' };
const noResponse = (init: RequestInit) =>
  new Promise<Response>((_, fail) => {
    init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
  });

/** Runs the pending timers of earlier tests. */
async function flushTimers(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

test('a server that responds neither to a call nor to the probe counts as unreachable', async () => {
  await flushTimers();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => noResponse(init));
  const answer = request('tickers').catch((cause) => cause);
  await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
  expect(await answer).toMatchObject(TOO_SLOW);
  expect(connectivity.get().isReachable).toBe(true);
  await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
  expect(connectivity.get().isReachable).toBe(false);
  vi.useRealTimers();
  respondWith('[]', { status: 200 });
  await request('tickers');
});

test('a call that times out is not an outage while the server responds to others', async () => {
  await flushTimers();
  vi.useFakeTimers();
  const requested: string[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requested.push(url);
    return url.endsWith('slow') ? noResponse(init) : Promise.resolve(new Response('[]'));
  });
  const onChange = vi.fn();
  const stop = connectivity.subscribe(onChange);
  const slow = () => request('slow').catch((cause) => cause);
  const first = slow();
  const other = request('tickers');
  await vi.advanceTimersByTimeAsync(10);
  await other;
  await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
  expect(await first).toMatchObject(TOO_SLOW);
  // If no other call got a response in the meantime, the client probes the server.
  const second = slow();
  await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
  expect(await second).toMatchObject(TOO_SLOW);
  await vi.advanceTimersByTimeAsync(10);
  expect(requested.map((url) => url.split('/').at(-1))).toEqual(['slow', 'tickers', 'slow', 'health']);
  expect(onChange).not.toHaveBeenCalled();
  stop();
  vi.useRealTimers();
});

test('a proxy that requires sign-in does not count as an unreachable server', async () => {
  respondWith('[]', { status: 200 });
  await request('tickers');
  vi.stubGlobal('fetch', async () => ({
    type: 'opaqueredirect',
    status: 0,
    ok: false,
    headers: new Headers(),
    text: async () => '',
  }));
  await expect(request('tickers')).rejects.toBeInstanceOf(SignInRequiredError);
  expect(connectivity.get()).toEqual({ isReachable: true, dataAsOf: null, isSignedOut: true });
  respondWith('[]', { status: 200 });
  await request('tickers');
  expect(connectivity.get().isSignedOut).toBe(false);
});

test('a call aborted by the page does not change the connectivity', async () => {
  const leaving = new AbortController();
  leaving.abort();
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('left', 'AbortError')));
  await expect(request('tickers', { signal: leaving.signal })).rejects.toThrow('left');
  expect(connectivity.get().isReachable).toBe(true);
});

test('API-01 a 204 resolves to null', async () => {
  respondWith(null, { status: 204 });
  await expect(request('watchlist-items/1', { method: 'DELETE' })).resolves.toBeNull();
});

test('API-03 queries never become stale, are not refetched on focus and not retried', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  expect(queries?.refetchInterval).toBeUndefined();
  expect(mutations).toMatchObject({ retry: false });
});

const queryState = (data: unknown, times: number, error: unknown = null) => ({
  data,
  error,
  dataUpdateCount: error ? 0 : times,
  errorUpdateCount: error ? times : 0,
});

test('empty results are refetched after 3 s, and then at doubling intervals', () => {
  const interval = pollFasterWhileEmpty(30_000);
  const missing = new ApiError(404, 'There is no fear and greed reading yet.');
  expect([1, 2, 3, 4, 5, 6].map((times) => interval({ state: queryState([], times) }))).toEqual([
    3000, 6000, 12_000, 24_000, 30_000, 30_000,
  ]);
  expect(interval({ state: queryState([{ price: null }], 1) })).toBe(3000);
  expect(interval({ state: queryState({ price: null }, 1) })).toBe(3000);
  expect(interval({ state: queryState(undefined, 1, missing) })).toBe(3000);
  expect(interval({ state: queryState(undefined, 1, new ApiError(500, 'Internal error.')) })).toBe(30_000);
  expect(interval({ state: queryState(undefined, 1, new Error('The server took too long.')) })).toBe(3000);
  expect(interval({ state: queryState([{ price: 1 }], 1) })).toBe(30_000);
  const day = (points: number[]) => ({ state: queryState({ price: 1, extended: { points } }, 1) });
  expect(interval(day([]))).toBe(3000);
  expect(interval(day([1]))).toBe(30_000);
});

test('HOME-04 HOME-06 HOME-08 COMM-01 queries poll at the specified intervals', () => {
  const filled = { state: queryState([{ price: 1 }, { price: null }], 1) };
  expect(trendingQuery.refetchInterval(filled)).toBe(30_000);
  expect(trendingQuery.staleTime).toBe(15_000);
  expect(overviewQuery.refetchInterval(filled)).toBe(60_000);
  expect(icosQuery.refetchInterval({ state: queryState([{ id: 1 }], 1) })).toBe(300_000);
  expect(fearGreedQuery.refetchInterval({ state: queryState({ value: 50 }, 1) })).toBe(600_000);
  expect(commoditiesQuery).toMatchObject({ staleTime: 30_000 });
  const tickerNews = tickerNewsQuery(3);
  for (const query of [newsQuery, tickerNews]) expect(query.refetchInterval(filled)).toBe(300_000);
  expect(earningsQuery.refetchInterval(filled)).toBe(30 * 60_000);
});

test('CHRT-07 history is requested only for a valid id; a failure is logged and rejects', async () => {
  expect(priceHistoryQuery(0, '1W').enabled).toBe(false);
  respondWith('down', { status: 500 });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(createQueryClient().fetchQuery(priceHistoryQuery(3, '1W'))).rejects.toThrow('500: down');
  expect(log).toHaveBeenCalledWith('Failed to fetch price history', expect.anything());
  log.mockRestore();
});

test('CHRT-07 a failed refetch keeps the previous history', async () => {
  const client = createQueryClient();
  const history = [{ timestamp: '2026-11-20T19:00:00Z', price: 200 }];
  respondWith(JSON.stringify(history), { status: 200 });
  await client.fetchQuery(priceHistoryQuery(3, '1W'));
  respondWith('down', { status: 500 });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(client.fetchQuery({ ...priceHistoryQuery(3, '1W'), staleTime: 0 })).rejects.toThrow();
  expect(client.getQueryData(priceHistoryQuery(3, '1W').queryKey)).toEqual(history);
  expect(log).toHaveBeenCalledWith('Failed to fetch price history', expect.anything());
  log.mockRestore();
});

test('a call is retried while the server is loading, until it is aborted', async () => {
  await flushTimers();
  vi.useFakeTimers();
  const loading = () =>
    new Response('The market is still loading.', { status: 503, headers: { 'Retry-After': '1' } });
  const fetch = vi.fn(async () => (fetch.mock.calls.length < 4 ? loading() : new Response('[1]')));
  vi.stubGlobal('fetch', fetch);
  const answer = request('tickers');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(fetch).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual([1]);

  vi.stubGlobal('fetch', async () => loading());
  const leaving = new AbortController();
  const left = request('tickers', { signal: leaving.signal }).catch((cause) => cause);
  await vi.advanceTimersByTimeAsync(1_500);
  leaving.abort(new Error('left'));
  expect(await left).toEqual(new Error('left'));
  // The error of the last attempt is final.
  const finalError = request('tickers').catch((cause) => cause);
  await vi.advanceTimersByTimeAsync(150_000);
  expect(await finalError).toMatchObject({ status: 503 });
  vi.useRealTimers();
});

test('a write is not retried', async () => {
  const fetch = respondWith('Busy.', { status: 503, headers: { 'Retry-After': '1' } });
  await expect(request('watchlists', { method: 'POST', payload: {} })).rejects.toThrow('503: Busy.');
  expect(fetch).toHaveBeenCalledTimes(1);
});
