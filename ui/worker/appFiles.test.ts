import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppFiles } from './appFiles.ts';
import { fakeCache } from './cache.fake.ts';

const BASE = 'http://box/deck/';
const file = (name: string, text: string) => new Response(text, { headers: { ETag: `"${name} ${text}"` } });
const request = (name: string) => new Request(BASE + name);

let app: AppFiles;
let writes: () => number;
let server: (url: string) => Promise<Response>;

beforeEach(async () => {
  const { cache, writes: count } = fakeCache();
  writes = count;
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', ({ url }: Request) => server(url.slice(BASE.length)));
  app = new AppFiles('/deck/', 'v1', ['scheme.js', 'assets/index-1.js']);
  for (const name of ['scheme.js', 'assets/index-1.js']) await cache.put(BASE + name, file(name, 'old'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const textOf = async (name: string) => (await app.file(request(name))).text();

test('a file that changed under the same name is shown as it is now, and stored', async () => {
  server = async (name) => file(name, 'new');
  const before = writes();
  expect(await textOf('scheme.js')).toBe('new');
  expect(writes()).toBe(before + 1);
  server = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await textOf('scheme.js')).toBe('new');
});

test('a file that is still the same is not written again', async () => {
  server = async (name) => file(name, 'old');
  const before = writes();
  expect(await textOf('scheme.js')).toBe('old');
  expect(writes()).toBe(before);
});

test('a file with its content in its name is never asked for again', async () => {
  server = async (name) => file(name, 'new');
  expect(await textOf('assets/index-1.js')).toBe('old');
});

test('an error, or a server that is silent, leaves the stored file', async () => {
  server = async () => new Response('Not found.', { status: 404 });
  expect(await textOf('scheme.js')).toBe('old');
  vi.useFakeTimers();
  server = () => new Promise(() => undefined);
  const shown = textOf('scheme.js');
  await vi.advanceTimersByTimeAsync(2001);
  expect(await shown).toBe('old');
});

test('while the server gives no page, no file waits for it', async () => {
  const asked: string[] = [];
  server = async (name) => {
    asked.push(name);
    throw new TypeError('Failed to fetch');
  };
  await app.page(request(''));
  expect(await textOf('scheme.js')).toBe('old');
  expect(asked).toEqual(['']);
});
