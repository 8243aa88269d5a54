import { afterEach, expect, test, vi } from 'vitest';
import { CACHED_AT } from '../src/api/cachedAt.ts';
import { fakeCache } from './cache.fake.ts';
import { networkFirst } from './networkFirst.ts';
import { ResponseCache } from './responseCache.ts';

const URL_ = 'http://localhost/api/news';
const down = () => Promise.reject(new TypeError('Failed to fetch'));

function fixture() {
  const { cache: storage } = fakeCache();
  vi.stubGlobal('caches', { open: async () => storage });
  const cache = new ResponseCache('/', 'v1', () => 7);
  const background: Promise<unknown>[] = [];
  const count = { total: 0 };
  const request = (send: () => Promise<Response>, url = URL_) =>
    networkFirst(url, send, cache, (work) => background.push(work), count);
  return { cache, request, finishBackground: () => Promise.allSettled(background) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the response of a reachable server is used, even if an older one is cached', async () => {
  const { request, cache, finishBackground } = fixture();
  await cache.put(URL_, new Response('old'));
  const response = await request(async () => new Response('new'));
  expect(await response.text()).toBe('new');
  expect(response.headers.get(CACHED_AT)).toBeNull();
  await finishBackground();
  expect(await (await cache.get(URL_))?.text()).toBe('new');
});

test('without a connection the cached response is returned and marked as cached', async () => {
  const { request, cache } = fixture();
  await cache.put(URL_, new Response('old'));
  const response = await request(down);
  expect(await response.text()).toBe('old');
  expect(response.headers.get(CACHED_AT)).toBe('7');
});

test('without a cached response the failure is passed on', async () => {
  await expect(fixture().request(down)).rejects.toThrow('Failed to fetch');
});

test('an error response of the server is returned and not cached', async () => {
  const { request, cache, finishBackground } = fixture();
  await cache.put(URL_, new Response('old'));
  const response = await request(async () => new Response('The store is not readable.', { status: 500 }));
  expect(response.status).toBe(500);
  await finishBackground();
  expect(await (await cache.get(URL_))?.text()).toBe('old');
});

test('a redirect to the sign-in page deletes all cached responses', async () => {
  const { request, cache, finishBackground } = fixture();
  await cache.put(URL_, new Response('old'));
  const redirect = new Response(null);
  Object.defineProperties(redirect, {
    type: { value: 'opaqueredirect' },
    ok: { value: false },
    status: { value: 0 },
  });
  expect(await request(async () => redirect)).toBe(redirect);
  await finishBackground();
  expect(await cache.get(URL_)).toBeUndefined();
});

test('a gateway error of a proxy counts as an unreachable server', async () => {
  const { request, cache } = fixture();
  const gateway = async () => new Response('Bad gateway', { status: 502 });
  expect((await request(gateway)).status).toBe(502);
  await cache.put(URL_, new Response('old'));
  expect(await (await request(gateway)).text()).toBe('old');
});

test('a cached response is used after ten seconds without a response', async () => {
  vi.useFakeTimers();
  const { request, cache } = fixture();
  await cache.put(URL_, new Response('old'));
  const response = request(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await (await response).text()).toBe('old');
});

test('a slow response is awaited, instead of using the cache, while the server responds to other requests', async () => {
  vi.useFakeTimers();
  const { request, cache } = fixture();
  await cache.put(URL_, new Response('old'));
  let respond: (response: Response) => void = () => {};
  const slow = request(() => new Promise((resolve) => (respond = resolve)));
  await request(async () => new Response('other'), `${URL_}/other`);
  await vi.advanceTimersByTimeAsync(12_000);
  respond(new Response('new'));
  const response = await slow;
  expect(await response.text()).toBe('new');
  expect(response.headers.get(CACHED_AT)).toBeNull();
});
