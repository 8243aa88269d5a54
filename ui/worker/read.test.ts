import { afterEach, expect, test, vi } from 'vitest';
import { KEPT_AT } from '../src/api/kept.ts';
import { fakeCache } from './cache.fake.ts';
import { KeptAnswers } from './keptAnswers.ts';
import { read } from './read.ts';

const URL_ = 'http://localhost/api/news';
const down = () => Promise.reject(new TypeError('Failed to fetch'));

function desk() {
  const { cache } = fakeCache();
  const kept = new KeptAnswers(
    async () => cache,
    () => 7,
  );
  const works: Promise<unknown>[] = [];
  const ask = (answer: () => Promise<Response>) => read(URL_, answer, kept, (work) => works.push(work));
  return { kept, ask, settled: () => Promise.allSettled(works) };
}

afterEach(() => vi.useRealTimers());

test('while the server answers, its answer is the answer, also when one is kept', async () => {
  const { ask, kept, settled } = desk();
  await kept.keep(URL_, new Response('old'));
  const answer = await ask(async () => new Response('new'));
  expect(await answer.text()).toBe('new');
  expect(answer.headers.get(KEPT_AT)).toBeNull();
  await settled();
  expect(await (await kept.recall(URL_))?.text()).toBe('new');
});

test('when it cannot be reached the kept answer stands in, and says so', async () => {
  const { ask, kept } = desk();
  await kept.keep(URL_, new Response('old'));
  const answer = await ask(down);
  expect(await answer.text()).toBe('old');
  expect(answer.headers.get(KEPT_AT)).toBe('7');
});

test('with nothing kept the failure is passed on', async () => {
  await expect(desk().ask(down)).rejects.toThrow('Failed to fetch');
});

test('an error of the server is told as it is, and neither kept nor covered up', async () => {
  const { ask, kept, settled } = desk();
  await kept.keep(URL_, new Response('old'));
  const answer = await ask(async () => new Response('The store is not readable.', { status: 500 }));
  expect(answer.status).toBe(500);
  await settled();
  expect(await (await kept.recall(URL_))?.text()).toBe('old');
});

test('a proxy whose server is down counts as unreachable', async () => {
  const { ask, kept } = desk();
  const gateway = async () => new Response('Bad gateway', { status: 502 });
  expect((await ask(gateway)).status).toBe(502);
  await kept.keep(URL_, new Response('old'));
  expect(await (await ask(gateway)).text()).toBe('old');
});

test('a server that stays silent is given up after ten seconds if something is kept', async () => {
  vi.useFakeTimers();
  const { ask, kept } = desk();
  await kept.keep(URL_, new Response('old'));
  const answer = ask(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await (await answer).text()).toBe('old');
});
