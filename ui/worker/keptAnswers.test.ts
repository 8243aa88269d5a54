import { expect, test } from 'vitest';
import { KEPT_AT } from '../src/api/kept.ts';
import { fakeCache } from './cache.fake.ts';
import { KeptAnswers, MOST_KEPT, mayKeep, OLDEST_MS } from './keptAnswers.ts';

function keeper() {
  const clock = { now: 1_000_000 };
  const { cache, urls } = fakeCache();
  return {
    clock,
    urls,
    kept: new KeptAnswers(
      async () => cache,
      () => clock.now,
    ),
  };
}

test('a kept answer comes back with its text and the time it was kept', async () => {
  const { clock, kept } = keeper();
  await kept.keep('/api/news', new Response('[1]', { headers: { 'Content-Type': 'application/json' } }));
  clock.now += 60_000;
  const answer = await kept.recall('/api/news');
  expect(await answer?.text()).toBe('[1]');
  expect(answer?.headers.get(KEPT_AT)).toBe('1000000');
  expect(answer?.headers.get('Content-Type')).toBe('application/json');
});

test('an answer older than a week is forgotten', async () => {
  const { clock, kept, urls } = keeper();
  await kept.keep('/api/news', new Response('[]'));
  clock.now += OLDEST_MS;
  expect(await kept.recall('/api/news')).toBeDefined();
  clock.now += 1;
  expect(await kept.recall('/api/news')).toBeUndefined();
  expect(urls()).toEqual([]);
});

test('their number is limited, and what was renewed longest ago goes first', async () => {
  const { kept, urls } = keeper();
  for (let i = 0; i < MOST_KEPT; i++) await kept.keep(`/api/${i}`, new Response(''));
  await kept.keep('/api/0', new Response('')); // renewed
  await kept.keep('/api/new', new Response(''));
  expect(urls()).toHaveLength(MOST_KEPT);
  expect(urls()).toContain('/api/0');
  expect(urls()).not.toContain('/api/1');
});

test('reads are kept; health, searches, exports and the live feed are not', () => {
  for (const path of ['api/news', 'api/tickers/AAPL', 'api/watchlists/1/tickers', 'api/tickers/3/bars']) {
    expect(mayKeep(path), path).toBe(true);
  }
  for (const path of [
    'api/health',
    'api/providers',
    'api/tickers/search',
    'api/watchlists/1/export',
    'ws',
    'assets/index.js',
  ]) {
    expect(mayKeep(path), path).toBe(false);
  }
});
