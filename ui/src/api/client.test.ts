// @vitest-environment jsdom

import { afterEach, expect, test, vi } from 'vitest';
import { request } from './client';
import {
  commoditiesQuery,
  createQueryClient,
  overviewQuery,
  priceHistoryQuery,
  trendingQuery,
} from './queries';

afterEach(() => vi.unstubAllGlobals());

function answerWith(body: string | null, init: ResponseInit) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, init));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('API-02 an error reads status, colon, space and body', async () => {
  answerWith('No ticker called XYZ.', { status: 404 });
  await expect(request('tickers/XYZ')).rejects.toThrow('404: No ticker called XYZ.');
});

test('API-02 without a body the status text stands in', async () => {
  answerWith('', { status: 503, statusText: 'Service Unavailable' });
  await expect(request('tickers')).rejects.toThrow('503: Service Unavailable');
});

test('API-02 a 401 is an error unless an empty result was asked for', async () => {
  answerWith('Sign in.', { status: 401 });
  await expect(request('tickers')).rejects.toThrow('401: Sign in.');
  await expect(request('tickers', { emptyOn401: true })).resolves.toBeNull();
});

test('API-02 credentials go along always, the JSON content type only with a payload', async () => {
  const fetch = answerWith('{}', { status: 200 });
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

test('API-01 a 204 answers null', async () => {
  answerWith(null, { status: 204 });
  await expect(request('watchlist-items/1', { method: 'DELETE' })).resolves.toBeNull();
});

test('API-03 nothing grows stale, nothing refetches on focus, nothing is tried again', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  expect(queries?.refetchInterval).toBeUndefined();
  expect(mutations).toMatchObject({ retry: false });
});

test('HOME-04 HOME-06 COMM-01 the calls that poll say how often', () => {
  expect(trendingQuery).toMatchObject({ refetchInterval: 30_000, staleTime: 15_000 });
  expect(overviewQuery).toMatchObject({ refetchInterval: 60_000 });
  expect(commoditiesQuery).toMatchObject({ staleTime: 30_000 });
});

test('CHRT-07 history is asked only for a real id; a failure is logged and reads as empty', async () => {
  expect(priceHistoryQuery(0, '1W').enabled).toBe(false);
  answerWith('down', { status: 500 });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(createQueryClient().fetchQuery(priceHistoryQuery(3, '1W'))).resolves.toEqual([]);
  expect(log).toHaveBeenCalledWith('Failed to fetch price history', expect.anything());
  log.mockRestore();
});
