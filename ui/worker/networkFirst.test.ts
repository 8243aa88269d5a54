import { afterEach, expect, test, vi } from 'vitest';
import { CACHED_AT } from '../src/api/cachedAt.ts';
import { AnswerCache } from './answerCache.ts';
import { fakeCache } from './cache.fake.ts';
import { networkFirst } from './networkFirst.ts';

const URL_ = 'http://localhost/api/news';
const down = () => Promise.reject(new TypeError('Failed to fetch'));

function fixture() {
  const { cache: storage } = fakeCache();
  vi.stubGlobal('caches', { open: async () => storage });
  const cache = new AnswerCache('/', 'v1', () => 7);
  const works: Promise<unknown>[] = [];
  const heard = { answers: 0 };
  const ask = (answer: () => Promise<Response>, url = URL_) =>
    networkFirst(url, answer, cache, (work) => works.push(work), heard);
  return { cache, ask, settled: () => Promise.allSettled(works) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('while the server answers, its answer is the answer, also when one is kept', async () => {
  const { ask, cache, settled } = fixture();
  await cache.put(URL_, new Response('old'));
  const answer = await ask(async () => new Response('new'));
  expect(await answer.text()).toBe('new');
  expect(answer.headers.get(CACHED_AT)).toBeNull();
  await settled();
  expect(await (await cache.get(URL_))?.text()).toBe('new');
});

test('when it cannot be reached the kept answer stands in, and says so', async () => {
  const { ask, cache } = fixture();
  await cache.put(URL_, new Response('old'));
  const answer = await ask(down);
  expect(await answer.text()).toBe('old');
  expect(answer.headers.get(CACHED_AT)).toBe('7');
});

test('with nothing kept the failure is passed on', async () => {
  await expect(fixture().ask(down)).rejects.toThrow('Failed to fetch');
});

test('an error of the server is told as it is, and neither stored nor covered up', async () => {
  const { ask, cache, settled } = fixture();
  await cache.put(URL_, new Response('old'));
  const answer = await ask(async () => new Response('The store is not readable.', { status: 500 }));
  expect(answer.status).toBe(500);
  await settled();
  expect(await (await cache.get(URL_))?.text()).toBe('old');
});

test('when somebody has to sign in again, nothing that was kept is left', async () => {
  const { ask, cache, settled } = fixture();
  await cache.put(URL_, new Response('old'));
  const redirect = new Response(null);
  Object.defineProperties(redirect, {
    type: { value: 'opaqueredirect' },
    ok: { value: false },
    status: { value: 0 },
  });
  expect(await ask(async () => redirect)).toBe(redirect);
  await settled();
  expect(await cache.get(URL_)).toBeUndefined();
});

test('a proxy whose server is down counts as unreachable', async () => {
  const { ask, cache } = fixture();
  const gateway = async () => new Response('Bad gateway', { status: 502 });
  expect((await ask(gateway)).status).toBe(502);
  await cache.put(URL_, new Response('old'));
  expect(await (await ask(gateway)).text()).toBe('old');
});

test('a server that stays silent is given up after ten seconds if something is kept', async () => {
  vi.useFakeTimers();
  const { ask, cache } = fixture();
  await cache.put(URL_, new Response('old'));
  const answer = ask(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await (await answer).text()).toBe('old');
});

test('a slow answer is waited for while the server answers other calls: no kept one says that it is away', async () => {
  vi.useFakeTimers();
  const { ask, cache } = fixture();
  await cache.put(URL_, new Response('old'));
  let come: (answer: Response) => void = () => {};
  const slow = ask(() => new Promise((done) => (come = done)));
  await ask(async () => new Response('other'), `${URL_}/other`);
  await vi.advanceTimersByTimeAsync(12_000);
  come(new Response('new'));
  const answer = await slow;
  expect(await answer.text()).toBe('new');
  expect(answer.headers.get(CACHED_AT)).toBeNull();
});
