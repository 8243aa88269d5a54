import { expect, test, vi } from 'vitest';
import { takeFirstAnswers } from './firstAnswers';
import { createQueryClient, tickerQuery, trendingQuery } from './queries';

test('what stands in the page is there before anything was asked, once', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  document.body.innerHTML =
    '<script type="application/json" id="first-answers">{"tickers/BRK-B":{"name":"a \\u003cb>"},"tickers/trending":[]}</script>';
  const client = createQueryClient();
  expect(takeFirstAnswers(client)).toEqual(['tickers/BRK-B', 'tickers/trending']);
  expect(await client.ensureQueryData(tickerQuery('BRK-B'))).toEqual({ name: 'a <b>' });
  expect(client.getQueryData(trendingQuery.queryKey)).toEqual([]);
  expect(fetch).not.toHaveBeenCalled();
  expect(takeFirstAnswers(createQueryClient())).toEqual([]);
  vi.unstubAllGlobals();
});
