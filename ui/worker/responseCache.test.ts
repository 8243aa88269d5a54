import { afterEach, expect, test, vi } from 'vitest';
import { CACHED_AT } from '../src/api/cachedAt.ts';
import { fakeCache, fakeCaches } from './cache.fake.ts';
import { isCacheable, MAX_AGE_MS, MAX_ENTRIES, REWRITE_MS, ResponseCache } from './responseCache.ts';

afterEach(() => vi.unstubAllGlobals());

function createCache() {
  const clock = { now: 1_000_000 };
  const { cache: storage, urls, writes } = fakeCache();
  vi.stubGlobal('caches', { open: async () => storage });
  return { clock, urls, writes, cache: new ResponseCache('/', 'v1', () => clock.now) };
}

test('a cached response is returned with its text and the time at which it was cached', async () => {
  const { clock, cache } = createCache();
  await cache.put('/api/news', new Response('[1]', { headers: { 'Content-Type': 'application/json' } }));
  clock.now += 60_000;
  const response = await cache.get('/api/news');
  expect(await response?.text()).toBe('[1]');
  expect(response?.headers.get(CACHED_AT)).toBe('1000000');
  expect(response?.headers.get('Content-Type')).toBe('application/json');
});

test('an unchanged response is written at most every five minutes, a changed one immediately', async () => {
  const { clock, cache, writes } = createCache();
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

test('a response included in a page is cached unless the cached one is younger than five minutes', async () => {
  const { clock, cache, writes } = createCache();
  await cache.putIfOlder('/api/news', new Response('[1]'));
  clock.now += REWRITE_MS - 1;
  await cache.putIfOlder('/api/news', new Response('[2]'));
  expect(writes()).toBe(1);
  clock.now += 1;
  await cache.putIfOlder('/api/news', new Response('[3]'));
  expect(await (await cache.get('/api/news'))?.text()).toBe('[3]');
});

test('a response older than a week is deleted', async () => {
  const { clock, cache, urls } = createCache();
  await cache.put('/api/news', new Response('[]'));
  clock.now += MAX_AGE_MS;
  expect(await cache.get('/api/news')).toBeDefined();
  clock.now += 1;
  expect(await cache.get('/api/news')).toBeUndefined();
  expect(urls()).toEqual([]);
});

test('the number of responses is limited, and the least recently updated is deleted first', async () => {
  const { cache, urls } = createCache();
  for (let i = 0; i < MAX_ENTRIES; i++) await cache.put(`/api/${i}`, new Response(''));
  await cache.put('/api/0', new Response('')); // updated again
  await cache.put('/api/new', new Response(''));
  expect(urls()).toHaveLength(MAX_ENTRIES);
  expect(urls()).toContain('/api/0');
  expect(urls()).not.toContain('/api/1');
});

test('responses of another API version are ignored and deleted; those of another installation stay', async () => {
  const caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  const cacheOf = (base: string, version: string) => new ResponseCache(base, version, () => 1_000_000);
  // Releases without API versions used this cache name.
  await (await caches.open('marketdeck-answers /')).put('/api/alerts', new Response('[{}]'));
  for (const cache of [cacheOf('/', 'v1'), cacheOf('/', 'v2'), cacheOf('/deck/', 'v1')])
    await cache.put('/api/alerts', new Response('[]'));
  const current = cacheOf('/', 'v3');
  expect(await current.get('/api/alerts')).toBeUndefined();
  await current.put('/api/alerts', new Response('[{"and":[]}]'));
  await current.deleteOtherVersions();
  expect(await caches.keys()).toEqual(['marketdeck-answers /deck/ v1', 'marketdeck-answers / v3']);
  expect(await (await current.get('/api/alerts'))?.text()).toBe('[{"and":[]}]');
});

test('clear deletes all responses', async () => {
  const { cache, urls } = createCache();
  await cache.put('/api/news', new Response('[]'));
  await cache.put('/api/boards', new Response('[]'));
  await cache.clear();
  expect(urls()).toEqual([]);
});

test('most GET requests are cacheable; health, searches, exports and the live feed are not', () => {
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
