import { expect, test, vi } from 'vitest';
import { serverNow } from '~/state/clock';
import { loadFirstAnswers } from './firstAnswers';
import { createQueryClient, tickerQuery, trendingQuery } from './queries';

test('responses included in the page are loaded once and need no request', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  document.body.innerHTML =
    '<script type="application/json" id="first-answers" data-now="2026-11-20T19:32:00Z">{"tickers/BRK-B":{"name":"a \\u003cb>"},"tickers/trending":[]}</script>';
  const client = createQueryClient();
  const isSixMinutesOff = () => Math.abs(serverNow() - Date.parse('2026-11-20T19:32:00Z')) > 360_000;
  expect(isSixMinutesOff()).toBe(true);
  expect(loadFirstAnswers(client)).toEqual({ 'tickers/BRK-B': { name: 'a <b>' }, 'tickers/trending': [] });
  // The page also contains the server's time.
  expect(isSixMinutesOff()).toBe(false);
  expect(await client.ensureQueryData(tickerQuery('BRK-B'))).toEqual({ name: 'a <b>' });
  expect(client.getQueryData(trendingQuery.queryKey)).toEqual([]);
  expect(fetch).not.toHaveBeenCalled();
  expect(loadFirstAnswers(createQueryClient())).toEqual({});
  vi.unstubAllGlobals();
});

test("the server's time is corrected by the time that the page took to load", () => {
  const navigation = { responseStart: 30_000 } as unknown as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
  vi.spyOn(performance, 'now').mockReturnValue(31_000);
  document.body.innerHTML =
    '<script type="application/json" id="first-answers" data-now="2026-11-20T19:32:00Z">{}</script>';
  loadFirstAnswers(createQueryClient());
  expect(Math.abs(serverNow() - Date.parse('2026-11-20T19:32:01Z'))).toBeLessThan(10_000);
  vi.restoreAllMocks();
});
