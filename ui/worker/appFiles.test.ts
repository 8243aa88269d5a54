import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppFiles } from './appFiles.ts';
import { fakeCache } from './cache.fake.ts';

const BASE = 'http://box/deck/';
const file = (name: string, text: string) => new Response(text, { headers: { ETag: `"${name} ${text}"` } });
const request = (name: string) => new Request(BASE + name);

let app: AppFiles;
let writes: () => number;
let works: Promise<unknown>[];
let server: (url: string) => Promise<Response>;

beforeEach(async () => {
  const { cache, writes: count } = fakeCache();
  writes = count;
  vi.stubGlobal('caches', { open: async () => cache });
  // A worker's addresses are relative to its own.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(address: string, init?: RequestInit) {
        super(new URL(address, BASE), init);
      }
    },
  );
  vi.stubGlobal('fetch', ({ url }: Request) => server(url.slice(BASE.length)));
  const first = ['manifest.webmanifest', 'assets/index-1.js'];
  works = [];
  app = new AppFiles('/deck/', 'v1', first, [...first, 'assets/news-1.js', 'assets/sitemap-1.js']);
  for (const name of first) await cache.put(BASE + name, file(name, 'old'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const textOf = async (name: string) => (await app.file(request(name), (work) => works.push(work))).text();

test('a file that changed under the same name is shown as it is now, and stored', async () => {
  server = async (name) => file(name, 'new');
  const before = writes();
  expect(await textOf('manifest.webmanifest')).toBe('new');
  expect(writes()).toBe(before + 1);
  server = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await textOf('manifest.webmanifest')).toBe('new');
});

test('a file that is still the same is not written again', async () => {
  server = async (name) => file(name, 'old');
  const before = writes();
  expect(await textOf('manifest.webmanifest')).toBe('old');
  expect(writes()).toBe(before);
});

test('a file with its content in its name is never asked for again', async () => {
  server = async (name) => file(name, 'new');
  expect(await textOf('assets/index-1.js')).toBe('old');
});

test('an error, or a server that is silent, leaves the stored file', async () => {
  server = async () => new Response('Not found.', { status: 404 });
  expect(await textOf('manifest.webmanifest')).toBe('old');
  vi.useFakeTimers();
  server = () => new Promise(() => undefined);
  const shown = textOf('manifest.webmanifest');
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
  expect(await textOf('manifest.webmanifest')).toBe('old');
  expect(asked).toEqual(['']);
});

test('a file that the first page does not need is stored at its first use', async () => {
  server = async (name) => file(name, 'new');
  expect(await textOf('assets/news-1.js')).toBe('new');
  await Promise.all(works);
  server = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await textOf('assets/news-1.js')).toBe('new');
});

test('the rest is fetched one after another, only what is missing, and an error ends it', async () => {
  const asked: string[] = [];
  server = async (name) => {
    asked.push(name);
    return name === 'assets/news-1.js' ? new Response('Busy.', { status: 503 }) : file(name, 'new');
  };
  await app.storeRest();
  expect(asked).toEqual(['assets/news-1.js']);
  server = async (name) => {
    asked.push(name);
    return file(name, 'new');
  };
  await app.storeRest();
  await app.storeRest();
  expect(asked).toEqual(['assets/news-1.js', 'assets/news-1.js', 'assets/sitemap-1.js']);
});
