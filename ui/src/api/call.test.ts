import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, call } from './call';

// Plain tests share their globals: a leftover `document` would look like a page to the next test.
afterEach(() => vi.unstubAllGlobals());

test('an address contains its values, in the path and the query', () => {
  expect(addressOf('/api/tickers/{symbol}/related', { path: { symbol: 'BTC/USD' } })).toBe(
    'tickers/BTC%2FUSD/related',
  );
  expect(addressOf('/api/news', { query: { tickerId: 3, sentiment: undefined } })).toBe('news?tickerId=3');
  expect(addressOf('/api/alerts')).toBe('alerts');
});

test("a call that the API doesn't have does not compile", () => {
  vi.stubGlobal('fetch', async () => new Response('null'));
  vi.stubGlobal('document', { querySelector: () => null });
  const ignored = [
    // @ts-expect-error there is no such path
    () => call('get', '/api/tickerz'),
    // @ts-expect-error nothing is deleted there
    () => call('delete', '/api/alerts'),
    // @ts-expect-error the path needs its number
    () => call('delete', '/api/alerts/{id}'),
    // @ts-expect-error the number is none
    () => call('delete', '/api/alerts/{id}', { path: { id: 'x' } }),
    // @ts-expect-error the payload lacks its field
    () => call('post', '/api/alerts/history/read', { payload: {} }),
  ];
  expect(ignored).toHaveLength(5);
});
