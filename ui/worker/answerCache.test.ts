import { afterEach, expect, test, vi } from 'vitest';
import { CACHED_AT } from '../src/api/cachedAt.ts';
import { AnswerCache, isCacheable, MAX_AGE_MS, MAX_ENTRIES, REWRITE_MS } from './answerCache.ts';
import { fakeCache, fakeCaches } from './cache.fake.ts';

afterEach(() => vi.unstubAllGlobals());

function answerCache() {
  const clock = { now: 1_000_000 };
  const { cache: storage, urls, writes } = fakeCache();
  vi.stubGlobal('caches', { open: async () => storage });
  return { clock, urls, writes, cache: new AnswerCache('/', 'v1', () => clock.now) };
}

test('a stored answer comes back with its text and the time it was stored', async () => {
  const { clock, cache } = answerCache();
  await cache.put('/api/news', new Response('[1]', { headers: { 'Content-Type': 'application/json' } }));
  clock.now += 60_000;
  const answer = await cache.get('/api/news');
  expect(await answer?.text()).toBe('[1]');
  expect(answer?.headers.get(CACHED_AT)).toBe('1000000');
  expect(answer?.headers.get('Content-Type')).toBe('application/json');
});

test('an answer that has not changed is written once in five minutes, one that has changed at once', async () => {
  const { clock, cache, writes } = answerCache();
  const poll = (tag: string) => cache.put('/api/news', new Response('[]', { headers: { ETag: tag } }));
  await poll('"a"');
  for (let i = 0; i < 4; i++) {
    clock.now += 60_000;
    await poll('"a"');
  }
  expect(writes()).toBe(1);
  await poll('"b"');
  expect(writes()).toBe(2);
  clock.now += REWRITE_MS;
  await poll('"b"');
  expect(writes()).toBe(3);
  expect((await cache.get('/api/news'))?.headers.get(CACHED_AT)).toBe(String(clock.now));
});

test('an answer that came with a page is kept where none is newer than five minutes', async () => {
  const { clock, cache, writes } = answerCache();
  await cache.renew('/api/news', new Response('[1]'));
  clock.now += REWRITE_MS - 1;
  await cache.renew('/api/news', new Response('[2]'));
  expect(writes()).toBe(1);
  clock.now += 1;
  await cache.renew('/api/news', new Response('[3]'));
  expect(await (await cache.get('/api/news'))?.text()).toBe('[3]');
});

test('an answer older than a week is forgotten', async () => {
  const { clock, cache, urls } = answerCache();
  await cache.put('/api/news', new Response('[]'));
  clock.now += MAX_AGE_MS;
  expect(await cache.get('/api/news')).toBeDefined();
  clock.now += 1;
  expect(await cache.get('/api/news')).toBeUndefined();
  expect(urls()).toEqual([]);
});

test('their number is limited, and what was renewed longest ago goes first', async () => {
  const { cache, urls } = answerCache();
  for (let i = 0; i < MAX_ENTRIES; i++) await cache.put(`/api/${i}`, new Response(''));
  await cache.put('/api/0', new Response('')); // renewed
  await cache.put('/api/new', new Response(''));
  expect(urls()).toHaveLength(MAX_ENTRIES);
  expect(urls()).toContain('/api/0');
  expect(urls()).not.toContain('/api/1');
});

test('an answer of another version of the API is not read, and goes; those of another app stay', async () => {
  const caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  const cacheOf = (base: string, version: string) => new AnswerCache(base, version, () => 1_000_000);
  // As the name was before there were versions.
  await (await caches.open('marketdeck-answers /')).put('/api/alerts', new Response('[{}]'));
  for (const cache of [cacheOf('/', 'v1'), cacheOf('/', 'v2'), cacheOf('/deck/', 'v1')])
    await cache.put('/api/alerts', new Response('[]'));
  const now = cacheOf('/', 'v3');
  expect(await now.get('/api/alerts')).toBeUndefined();
  await now.put('/api/alerts', new Response('[{"and":[]}]'));
  await now.forgetOthers();
  expect(await caches.keys()).toEqual(['marketdeck-answers /deck/ v1', 'marketdeck-answers / v3']);
  expect(await (await now.get('/api/alerts'))?.text()).toBe('[{"and":[]}]');
});

test('all of them can be forgotten', async () => {
  const { cache, urls } = answerCache();
  await cache.put('/api/news', new Response('[]'));
  await cache.put('/api/boards', new Response('[]'));
  await cache.clear();
  expect(urls()).toEqual([]);
});

test('reads are stored; health, searches, exports and the live feed are not', () => {
  for (const path of [
    'api/news',
    'api/boards',
    'api/tickers/AAPL',
    'api/watchlists/1/tickers',
    'api/tickers/3/bars',
  ]) {
    expect(isCacheable(path), path).toBe(true);
  }
  for (const path of [
    'api/access',
    'api/backup',
    'api/export',
    'api/health',
    'api/providers',
    'api/tickers/search',
    'api/tickers/3/logo',
    'api/watchlists/1/export',
    'api/boards/main/export',
    'ws',
    'assets/index.js',
  ]) {
    expect(isCacheable(path), path).toBe(false);
  }
});
