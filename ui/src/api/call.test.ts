import { afterEach, expect, test, vi } from 'vitest';
import { call, callUrl } from './call';

// Tests without a DOM share their globals, so the fake `document` must not remain for the next test.
afterEach(() => vi.unstubAllGlobals());

test('a call URL contains its path and query parameters', () => {
  expect(callUrl('/api/tickers/{symbol}/related', { path: { symbol: 'BTC/USD' } })).toBe(
    'tickers/BTC%2FUSD/related',
  );
  expect(callUrl('/api/news', { query: { tickerId: 3, sentiment: undefined } })).toBe('news?tickerId=3');
  expect(callUrl('/api/alerts')).toBe('alerts');
});

test("a call that the API doesn't have does not compile", () => {
  vi.stubGlobal('fetch', async () => new Response('null'));
  vi.stubGlobal('document', { querySelector: () => null });
  const ignored = [
    // @ts-expect-error the path does not exist
    () => call('get', '/api/tickerz'),
    // @ts-expect-error the path has no DELETE
    () => call('delete', '/api/alerts'),
    // @ts-expect-error the path parameter is missing
    () => call('delete', '/api/alerts/{id}'),
    // @ts-expect-error the path parameter is not a number
    () => call('delete', '/api/alerts/{id}', { path: { id: 'x' } }),
    // @ts-expect-error the payload lacks a required field
    () => call('post', '/api/alerts/history/read', { payload: {} }),
  ];
  expect(ignored).toHaveLength(5);
});
